import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, posix, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

/**
 * Imports run one way: server → routes → layouts → rooms → ui, platform. What is written here is the whole of
 * it: a new room or a new direction needs a line below, and a reason.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  // The server opens what the pages use, so it knows every room.
  server: [
    'server',
    'host',
    'routes',
    'marketplace',
    'conversation',
    'wire',
    'team',
    'reviews',
    'reach',
    'studio',
    'platform',
  ],
  routes: [
    'routes',
    'host',
    'layouts',
    'marketplace',
    'reviews',
    'conversation',
    'wire',
    'chat-client',
    'team',
    'reach',
    'ui',
    'platform',
  ],
  // What stands around every page: header, footer, the team's navigation.
  layouts: ['layouts', 'marketplace', 'team', 'platform', 'ui'],
  // app/host.ts puts together what the process opened; it imports types alone.
  host: ['wire', 'team', 'reach', 'platform'],
  // How people and programs are told away from the page: it reads what the rooms hold.
  reach: [
    'reach',
    'conversation',
    'wire',
    'chat-client',
    'team',
    'reviews',
    'marketplace',
    'platform',
    'ui',
  ],
  // Pictures are drawn from a service's slug, and laid where pages look for them.
  studio: ['studio', 'marketplace', 'routes'],
  marketplace: ['marketplace', 'platform', 'ui'],
  // A review is of a service, and shows on that service's pages.
  reviews: ['reviews', 'marketplace', 'platform', 'ui'],
  // Both chat screens know of the conversation what travels, and nothing of its tables.
  'chat-client': ['chat-client', 'wire', 'team', 'platform', 'ui'],
  conversation: ['conversation', 'wire', 'team', 'platform', 'ui'],
  // What travels between the server and the chat screens: views, events, rules for both.
  wire: ['wire', 'team', 'platform'],
  team: ['team', 'platform', 'ui'],
  ui: ['ui', 'platform'],
  platform: ['platform'],
};

const EXCEPTIONS: readonly (readonly [from: RegExp, to: string])[] = [
  // The API's page shows an example's text.
  [/^app\/reach\/screens\/api-webhooks\.tsx$/, 'examples/verify-signature.ts'],
  // A new installation is filled with demo data.
  [/^server\/start\.ts$/, 'db/demo/load.ts'],
];

const ROOMS = ['marketplace', 'reviews', 'conversation', 'wire', 'chat-client', 'team', 'reach'];

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Import {
  readonly from: string;
  /** As written: a package, or a path relative to the file. */
  readonly specifier: string;
  /** The file it leads to; undefined for a package. */
  readonly to: string | undefined;
  readonly isTypeOnly: boolean;
  readonly isDynamic: boolean;
}

/** Statements of the form import/export … from '…', import '…' and import('…'). */
function parseImports(from: string, source: string): Import[] {
  const code = source.replaceAll(/^\s*(\/\/|\*|\/\*).*$/gm, '');
  const statements = code.matchAll(
    /^(?:import|export)\s+(type\s)?(?:[^;'"]*?\sfrom\s+)?['"]([^'"]+)['"]/gm,
  );
  const calls = code.matchAll(/(typeof\s+)?\bimport\(\s*['"]([^'"]+)['"]\s*\)/g);
  const toImport = (isDynamic: boolean) => (match: RegExpMatchArray) => {
    const specifier = match[2] ?? '';
    const path = specifier.replace(/\?.*$/, '');
    return {
      from,
      specifier,
      to: path.startsWith('.') ? posix.join(posix.dirname(from), path) : undefined,
      isTypeOnly: match[1] !== undefined,
      isDynamic,
    };
  };
  return [...[...statements].map(toImport(false)), ...[...calls].map(toImport(true))];
}

function listFiles(...folders: string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      [folder, ...file.split(sep)].join('/'),
    ),
  );
}

const isSource = (file: string) =>
  /\.tsx?$/.test(file) && !/\.(test|spec|check|generate)\.tsx?$/.test(file);
const FILES = listFiles('app', 'server', 'studio').filter(isSource);
const IMPORTS = FILES.flatMap((file) =>
  parseImports(file, readFileSync(join(root, file), 'utf8')),
).filter(({ specifier, to }) => !specifier.includes('/+types/') && !to?.startsWith('build/'));

/** The layer or room of a file; undefined for one that has no place yet. */
function placeOf(file: string): string | undefined {
  if (file === 'app/host.ts') return 'host';
  if (/^app\/(root\.tsx|app\.css|routes\.ts|entry\.\w+\.tsx)$/.test(file)) return 'routes';
  if (file.startsWith('app/conversation/wire/')) return 'wire';
  const [top = '', folder = ''] = file.split('/');
  const place = top === 'app' ? folder : top;
  return place in MAY_IMPORT ? place : undefined;
}

const isExcepted = ({ from, to }: Import) =>
  EXCEPTIONS.some(([pattern, target]) => pattern.test(from) && to === target);

const show = (imports: readonly Import[]) =>
  imports.map(({ from, specifier }) => `${from} imports ${specifier}`);

describe('the parser of this test', () => {
  test('sees every form an import has', () => {
    const source = [
      "import a from './a.ts';",
      "import type { B } from '../b.ts';",
      'import {',
      '  c,',
      "} from './c/c.tsx';",
      "import './d.css';",
      "export { e } from './e.ts';",
      "export * from 'package';",
      "const f = await import('./f.ts');",
      "// import g from './g.ts';",
      "const text = 'h';",
      "export const i = 'from here';",
      "type J = typeof import('./j.ts');",
    ].join('\n');
    const seen = parseImports('app/x/y.ts', source);
    expect(seen.map(({ specifier }) => specifier)).toEqual([
      './a.ts',
      '../b.ts',
      './c/c.tsx',
      './d.css',
      './e.ts',
      'package',
      './f.ts',
      './j.ts',
    ]);
    expect(seen[1]).toMatchObject({ to: 'app/b.ts', isTypeOnly: true });
    expect(seen[5]).toMatchObject({ to: undefined, isTypeOnly: false });
    expect(seen[6]).toMatchObject({ to: 'app/x/f.ts', isDynamic: true });
  });

  test('finds the sources', () => {
    expect(FILES.length).toBeGreaterThan(100);
    expect(IMPORTS.length).toBeGreaterThan(FILES.length);
  });
});

test('every source has a place', () => {
  const homeless = FILES.filter((file) => file !== 'app/vite-env.d.ts' && !placeOf(file));
  expect(homeless).toEqual([]);
});

test('imports run one way, between rooms only where it is written above', () => {
  const wrong = IMPORTS.filter((found) => {
    if (found.to === undefined || isExcepted(found)) return false;
    const target = placeOf(found.to);
    return !target || !MAY_IMPORT[placeOf(found.from) ?? '']?.includes(target);
  });
  expect(show(wrong)).toEqual([]);
});

test('no file imports itself through others, not even for a type', () => {
  const next = new Map(FILES.map((file) => [file, [] as string[]]));
  for (const { from, to } of IMPORTS) if (to && next.has(to)) next.get(from)?.push(to);
  const finished = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) {
      circles.push([...path.slice(path.indexOf(file)), file].join(' → '));
      return;
    }
    if (finished.has(file)) return;
    for (const target of next.get(file) ?? []) visit(target, [...path, file]);
    finished.add(file);
  };
  for (const file of FILES) visit(file, []);
  expect(circles).toEqual([]);
});

test('an installation runs without the studio: only development draws while it runs', () => {
  const wrong = IMPORTS.filter(
    ({ from, to, isDynamic }) =>
      to?.startsWith('studio/') &&
      !from.startsWith('studio/') &&
      !(isDynamic && from === 'server/assets.ts'),
  );
  expect(show(wrong)).toEqual([]);
});

test('every exception above is still needed', () => {
  const needed = EXCEPTIONS.map(([pattern, target]) =>
    IMPORTS.some(({ from, to }) => pattern.test(from) && to === target),
  );
  expect(needed).toEqual(EXCEPTIONS.map(() => true));
});

test('no room knows the host, not even its type: use cases say what they need', () => {
  const wrong = IMPORTS.filter(
    ({ from, to }) => to === 'app/host.ts' && ROOMS.includes(placeOf(from) ?? ''),
  );
  expect(show(wrong)).toEqual([]);
});

test('the host is put together from types, so that the bundle opens nothing a second time', () => {
  const values = IMPORTS.filter(
    ({ from, to, isTypeOnly }) => from === 'app/host.ts' && to !== undefined && !isTypeOnly,
  );
  expect(show(values)).toEqual([]);
});

test('the chat does not know Socket.IO; one file loads its client when a chat is opened', () => {
  const known = IMPORTS.filter(
    ({ from, specifier }) => from.startsWith('app/') && specifier.startsWith('socket.io'),
  );
  const wrong = known.filter(
    ({ from, specifier, isTypeOnly, isDynamic }) =>
      from !== 'app/chat-client/live-connection.ts' ||
      specifier !== 'socket.io-client' ||
      !(isTypeOnly || isDynamic),
  );
  expect(show(wrong)).toEqual([]);
  expect(known.length).toBeGreaterThan(0);
});

test('what runs in a browser imports from the server’s files types alone', () => {
  // Routes are left out: React Router removes their server part from the browser's bundle.
  const wrong = IMPORTS.filter(
    ({ from, to, isTypeOnly }) =>
      to?.includes('.server.') &&
      !isTypeOnly &&
      !from.includes('.server.') &&
      !['routes', 'server'].includes(placeOf(from) ?? ''),
  );
  expect(show(wrong)).toEqual([]);
});

test('a form that writes is sent in one way, which keeps what was typed when a request fails', () => {
  const wrong = FILES.flatMap((file) => {
    const code = readFileSync(join(root, file), 'utf8');
    const isTheWay = /^app\/ui\/form\/(action|download)-form\.tsx$/.test(file);
    if (isTheWay || !file.endsWith('.tsx')) return [];
    // A plain form may search, or hand what was typed to a script.
    const forms = code.match(/<[Ff]orm\b(?:[^>]|(?<==)>)*>/g) ?? [];
    const posting = forms.filter(
      (form) =>
        /method="post"/i.test(form) || !/method="(get|dialog)"|onSubmit|role="search"/.test(form),
    );
    const others = code.match(/\buse(Submit|Fetcher|Fetchers)\b|\.Form\b/g) ?? [];
    return [...posting, ...others].map((found) => `${file}: ${found}`);
  });
  expect(wrong).toEqual([]);
});

/** Everything that opens a transaction itself, instead of going through `change`, and why. */
const RAW_DOORS: Readonly<Record<string, string>> = {
  'app/platform/change/in-transaction.server.ts': 'is what `change` opens',
  'app/platform/change/change.server.ts': 'is the door',
  'app/platform/change/claim.server.ts': 'is the outbox itself: what it notes has no effects',
  'app/team/accounts/create-account.server.ts': 'is run by a command, where no process listens',
  'app/team/accounts/printed-passwords.server.ts': 'is run at start, before anybody listens',
  'app/team/accounts/verify-email.server.ts': 'sets a savepoint inside a change',
};

test('everything that writes goes through one door', () => {
  const opening = FILES.filter((file) => {
    const code = readFileSync(join(root, file), 'utf8');
    return /\.transaction\(|\b(transact|inTransaction)\(/.test(code);
  });
  expect(opening.toSorted()).toEqual(Object.keys(RAW_DOORS).toSorted());
});

test('nobody but the appending statement inserts a message', () => {
  const wrong = FILES.filter((file) => {
    const code = readFileSync(join(root, file), 'utf8');
    return /insert\(visitorMessages\)|insert into visitor_messages/.test(code);
  });
  expect(wrong).toEqual(['app/conversation/say/append-messages.server.ts']);
});

test('routes announce nothing: what follows from a change is told by the use case that made it', () => {
  const wrong = FILES.filter((file) => file.startsWith('app/routes/')).flatMap((file) => {
    const code = readFileSync(join(root, file), 'utf8');
    const named =
      code.match(/\bnudge\b|\bdropPage\b|\bdeskChanged\b|\bhost\.chat\b|\bpageChanged\b/g) ?? [];
    const taken =
      code.match(
        /\{[^{}]*\b(chat|afterChange)\b[^{}]*\} = (host\b|context\.get\(hostContext\))/g,
      ) ?? [];
    return [...named, ...taken].map((found) => `${file}: ${found}`);
  });
  expect(wrong).toEqual([]);
});

test('every import leads to a file by its full name, as Node asks', () => {
  const wrong = IMPORTS.filter(({ to }) => to !== undefined && !existsSync(resolve(root, to)));
  expect(show(wrong)).toEqual([]);
});

describe('there is', () => {
  const everything = [...listFiles('app', 'server', 'studio', 'db', 'scripts', 'tests')];

  test('no barrel: a file of re-exports hides where things are', () => {
    const barrels = FILES.filter((file) => {
      const code = readFileSync(join(root, file), 'utf8');
      const hasStar = /^export\s+\*/m.test(code);
      const isIndex = /^index\.tsx?$/.test(basename(file));
      return hasStar || (isIndex && /^export\b[^;]*?\sfrom\s/m.test(code));
    });
    expect(barrels).toEqual([]);
  });

  test('no utils and no helpers: a file is named after what it does', () => {
    const vague = /^(utils?|helpers?|common|misc|lib)(\.|$)/;
    const wrong = everything.filter((file) =>
      [basename(file), basename(dirname(file))].some((name) => vague.test(name)),
    );
    expect(wrong).toEqual([]);
  });
});
