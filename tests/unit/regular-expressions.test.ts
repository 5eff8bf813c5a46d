import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Script } from 'node:vm';
import { check, type AttackPattern } from 'recheck';
import { parseSync, Visitor, type ESTree } from 'vite';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { isLong } from '../support/long-form.ts';

/** Everything that `new RegExp` makes, with the call stack it was made in. */
const recorded = vi.hoisted(() => {
  const { RegExp: original } = globalThis;
  const made: { readonly source: string; readonly flags: string; readonly stack: string }[] = [];
  const record = (expression: RegExp) => {
    const { source, flags } = expression;
    made.push({ source, flags, stack: new Error('made here').stack ?? '' });
    return expression;
  };
  globalThis.RegExp = new Proxy(original, {
    construct: (target, [source, flags]: [string, string | undefined]) =>
      record(new target(source, flags)),
    apply: (target, _, [source, flags]: [string, string | undefined]) =>
      record(target(source, flags)),
  });
  return { made, restore: () => void (globalThis.RegExp = original) };
});

/** Code of the server, and code of visitors' browsers. */
const FILES = [
  ...globSync('{app,content,db,examples,server}/**/*.{js,mjs,ts,tsx}'),
  ...globSync('public/**/*.js'),
].filter((file) => !/\.test\.tsx?$/.test(file));

/** Files that make expressions when a function is called, and such a call. */
const CALLS: Readonly<Record<string, (module: Record<string, Call>) => unknown>> = {
  'app/inbound-email/server/parse/redact-secrets.ts': ({ redactSecrets }) =>
    redactSecrets?.('A text', { ownHostname: 'shop.example', replyAddress: 'reply@shop.example' }),
  'app/inbound-email/server/parse/mime-parts.ts': ({ parameterOf }) =>
    parameterOf?.('text/plain; charset=utf-8', 'charset'),
  'app/assistant/server/draft/mask.ts': ({ mask }) =>
    mask?.('Elena asks', { names: ['Elena Petrova'] }),
  'app/shop/search/everyday-words.ts': ({ searchEveryday }) => searchEveryday?.([], 'logo'),
};
type Call = (...given: readonly unknown[]) => unknown;

/** Expressions that take too long on a long text, and the place that keeps their texts short. */
const EXEMPT: Readonly<Record<string, string>> = {
  [String.raw`/\B(?=(?:\d{3})+$)/g`]:
    'inGroups reads a number as JavaScript writes it: 25 characters at most.',
  [String.raw`/[^\s<>,;"]+@[^\s<>,;"]+/g`]:
    'receiversOf cuts each header to 2,000 characters before it is read.',
};

/**
 * Expressions that were found fast before: to check all of them takes minutes, and `npm run test:long` does.
 * `CHECKED_EXPRESSIONS=write` adds the new ones, which otherwise cost each run a second, and drops those
 * that are gone.
 */
const CHECKED = 'tests/unit/checked-expressions.txt';

type Construction = ESTree.CallExpression | ESTree.NewExpression;

interface Expression {
  readonly source: string;
  readonly flags: string;
  readonly places: string[];
}

const expressions = new Map<string, Expression>();
/** How many expressions each file makes with `new RegExp`. */
const constructions = new Map<string, number>();

function add(source: string, flags: string, place: string): void {
  const key = `/${source}/${flags}`;
  const known = expressions.get(key);
  if (known) known.places.push(place);
  else expressions.set(key, { source, flags, places: [place] });
}

/**
 * One expression for each of a list of words differs from the next in its letters alone, and the codes of 300
 * currencies take the checker as many times as long as one.
 */
function lettersAlike(source: string): string {
  return source
    .replace(/^ \((?<word>[\p{L}\p{N} ]+)/u, ' (word')
    .replaceAll(/(?:[A-Z]{3}\|){9,}/g, 'USD|');
}

beforeAll(async () => {
  for (const file of FILES) {
    const text = readFileSync(file, 'utf8');
    const { errors, program } = parseSync(file, text);
    if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
    const line = (at: number) => text.slice(0, at).split('\n').length;
    const count = ({ callee }: Construction) => {
      if (callee.type !== 'Identifier' || callee.name !== 'RegExp') return;
      constructions.set(file, (constructions.get(file) ?? 0) + 1);
    };
    new Visitor({
      Literal(node) {
        if ('regex' in node) {
          add(node.regex.pattern, node.regex.flags, `${file}:${line(node.start)}`);
        }
      },
      NewExpression: count,
      CallExpression: count,
    }).visit(program);
  }
  for (const file of constructions.keys()) {
    const module = (await import(pathToFileURL(resolve(file)).href)) as Record<string, Call>;
    CALLS[file]?.(module);
  }
  for (const { source, flags, stack } of recorded.made) {
    const [file] = [...constructions.keys()]
      .filter((each) => stack.includes(`/${each}`))
      .toSorted((one, other) => stack.indexOf(`/${one}`) - stack.indexOf(`/${other}`));
    if (file) add(lettersAlike(source), flags, file);
  }
});
afterAll(() => recorded.restore());

test('each expression that is put together was seen', () => {
  const seen = [...expressions.values()].flatMap(({ places }) => places);
  expect(seen.length).toBeGreaterThan(300);
  const missing = [...constructions].filter(
    ([file, count]) => seen.filter((place) => place === file).length < count,
  );
  expect(missing).toEqual([]);
});

test(
  'no expression takes more time than in proportion to its text',
  { timeout: 1_800_000 },
  async () => {
    const checked = new Set(isLong ? [] : readFileSync(CHECKED, 'utf8').split('\n'));
    const fast = [...expressions.keys()].filter((name) => checked.has(name));
    const slow = new Map<string, string>();
    const left = [...expressions].filter(([name]) => !checked.has(name));
    const checkNext = async (): Promise<void> => {
      for (let one = left.pop(); one; one = left.pop()) {
        const [name, { source, flags, places }] = one;
        const growth = await growthOf(source, flags);
        if (growth === undefined) fast.push(name);
        else slow.set(name, `${places.join(', ')}: ${growth}`);
      }
    };
    await Promise.all([checkNext(), checkNext()]);
    if (process.env.CHECKED_EXPRESSIONS === 'write') {
      writeFileSync(CHECKED, `${fast.toSorted().join('\n')}\n`);
    }
    expect(Object.fromEntries([...slow].filter(([name]) => !(name in EXEMPT)))).toEqual({});
    // An exemption that nobody needs hides the next expression with the same text.
    const unneeded = Object.keys(EXEMPT).filter((name) => !slow.has(name));
    expect(unneeded).toEqual([]);
  },
);

test('an expression that takes the square of its text, or more, is found', async () => {
  expect(await growthOf(String.raw`^bytes=\s*(\d{1,15})?\s*-\s*(\d{1,15})?$`, 'i')).toBeDefined();
  expect(await growthOf(String.raw`\/+$`, '')).toBeDefined();
  expect(await growthOf(String.raw`^(?:a+)+$`, '')).toBeDefined();
  expect(await growthOf(String.raw`^bytes=[ \t]{0,4}(\d{1,15})?$`, 'i')).toBeUndefined();
});

/** How the time of an expression grows with a hostile text; undefined where it grows in proportion. */
async function growthOf(source: string, flags: string): Promise<string | undefined> {
  const found = await check(source, flags, { timeout: CHECK_MS });
  if (found.status === 'safe') return undefined;
  if (found.status === 'unknown') return `unknown (${found.error.kind})`;
  const { attack, checker, complexity } = found;
  // Trying texts, the checker also takes many bounded repetitions for unbounded ones.
  const isProved = checker === 'automaton' || complexity.type === 'exponential';
  if (!isProved && !growsFaster(source, flags, attack)) return undefined;
  return `${complexity.summary}, such as on ${attack.pattern}`;
}

/** Whether four times the text takes much more than four times the processor's time. */
function growsFaster(source: string, flags: string, { pumps, suffix }: AttackPattern): boolean {
  const search = new Script('new RegExp(source, flags).test(text)');
  const timeOf = (length: number) => {
    const pumped = pumps.map(({ prefix, pump }) => ({ prefix, pump }));
    const share =
      length /
      Math.max(
        1,
        pumped.reduce((sum, { pump }) => sum + pump.length, 0),
      );
    const text =
      pumped.map(({ prefix, pump }) => prefix + pump.repeat(Math.ceil(share))).join('') + suffix;
    const times = [1, 2, 3].map(() => {
      const before = process.threadCpuUsage();
      search.runInNewContext({ source, flags, text }, { timeout: GIVE_UP_MS });
      const { user, system } = process.threadCpuUsage(before);
      return user + system;
    });
    return Math.min(...times);
  };
  try {
    return isMuchMore(timeOf(LONG_TEXT), timeOf(LONG_TEXT / 4));
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return true;
    throw error;
  }
}

function isMuchMore(long: number, short: number): boolean {
  return long > 8 * short && long > MEASURABLE_MICROSECONDS;
}

/** Most take some milliseconds; on a busy machine the longest takes minutes. */
const CHECK_MS = 300_000;
const LONG_TEXT = 40_000;
const GIVE_UP_MS = 5000;
const MEASURABLE_MICROSECONDS = 20_000;
