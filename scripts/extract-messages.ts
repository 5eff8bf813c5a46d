/**
 * `npm run messages -- --check | --write`: compares the messages in the code with the catalogues in app/i18n.
 * `--write` adds new messages to the catalogue of the nearest feature and removes unused ones. `--check` also reads the
 * translations, and follows the imports of each page: whatever the page can show must be in a catalogue that it loads.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileMessageOrThrow, type CompiledMessage } from '@lingui/message-utils/compileMessage';
import PO from 'pofile';
import { idOf } from '../app/i18n/read-catalogue.server.ts';
import { CONTEXT_END, withoutContext } from '../app/i18n/sentence.ts';
import { isTeamCatalogue } from '../app/i18n/team-catalogues.ts';
import { languagesForTeam, LANGUAGES } from '../app/platform/languages.ts';
import { readOptions } from './read-options.ts';
import { findUncovered, messagesOfFiles } from './message-graph.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);
const FOLDER = 'app/i18n';
const SOURCE_LANGUAGE = 'en';
/** The service worker has a catalogue of its own, because it says some messages in another sense. */
const APART = 'service-worker-team';

const values = readOptions('npm run messages -- --check | --write', {
  check: { type: 'boolean', default: false },
  write: { type: 'boolean', default: false },
});

type Catalogue = Map<string, string>;
type Catalogues = Map<string, Catalogue>;

const sources = messagesOfFiles(
  globSync('{app,server}/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$/.test(file)),
);
const problems: string[] = [...sources.problems];
const catalogues = new Map(LANGUAGES.map((language) => [language, readCatalogues(language)]));

if (values.write) {
  const english = catalogues.get(SOURCE_LANGUAGE) ?? new Map<string, Catalogue>();
  updateEnglish(english);
  for (const [language, known] of catalogues) write(language, known, english);
  console.log(
    'The catalogues are updated. Find missing translations with: npm run messages -- --check',
  );
} else {
  checkMessages();
  checkTranslations();
  const english = catalogues.get(SOURCE_LANGUAGE);
  if (english) problems.push(...findUncovered(sources, english));
  for (const problem of problems) console.error(problem);
  console.log(
    problems.length === 0
      ? `${sources.messages.size} messages are complete in ${LANGUAGES.join(', ')}.`
      : `${problems.length} problems in the message catalogues.`,
  );
  if (problems.length > 0) process.exitCode = 1;
}

function readCatalogues(language: string): Catalogues {
  const names = globSync(`${FOLDER}/${language}/*.po`).map(
    (file) => file.split('/').at(-1)?.slice(0, -3) ?? '',
  );
  return new Map(names.toSorted().map((name) => [name, readCatalogue(language, name)]));
}

function readCatalogue(language: string, name: string): Catalogue {
  const catalogue: Catalogue = new Map();
  for (const item of PO.parse(readFileSync(fileOf(language, name), 'utf8')).items) {
    const id = idOf(item);
    if (catalogue.has(id)) problems.push(`${fileOf(language, name)}: duplicate message: ${id}`);
    catalogue.set(id, item.msgstr[0] ?? '');
  }
  return catalogue;
}

function fileOf(language: string, name: string): string {
  return join(FOLDER, language, `${name}.po`);
}

/** Every message of the code is in a catalogue, and every message of a catalogue is in the code. */
function checkMessages(): void {
  const english = catalogues.get(SOURCE_LANGUAGE) ?? new Map<string, Catalogue>();
  const known = new Set([...english.values()].flatMap((catalogue) => [...catalogue.keys()]));
  for (const [message, files] of sources.messages) {
    if (!known.has(message))
      problems.push(`${[...files][0]}: missing in the catalogues: ${message}`);
  }
  for (const [name, catalogue] of english) {
    for (const message of catalogue.keys()) {
      if (!sources.messages.has(message))
        problems.push(`${fileOf(SOURCE_LANGUAGE, name)}: not in the code: ${message}`);
    }
  }
}

function checkTranslations(): void {
  const english = catalogues.get(SOURCE_LANGUAGE) ?? new Map<string, Catalogue>();
  for (const [language, translated] of catalogues) {
    const categories = pluralCategoriesOf(language);
    const known = new Map<string, string>();
    for (const name of new Set([...english.keys(), ...translated.keys()])) {
      if (!isRead(language, name)) {
        if (translated.has(name))
          problems.push(`${fileOf(language, name)}: the team does not read ${language}`);
        continue;
      }
      const ids = new Set([
        ...(english.get(name)?.keys() ?? []),
        ...(translated.get(name)?.keys() ?? []),
      ]);
      for (const id of ids) {
        const text = translated.get(name)?.get(id);
        const problem = !english.get(name)?.has(id)
          ? 'is missing in the English catalogue'
          : text === undefined || text === ''
            ? 'has no translation'
            : (findFault(language, id, text, categories) ??
              (name === APART ? undefined : findOther(known, id, text)));
        if (problem) problems.push(`${fileOf(language, name)}: ${problem}: ${id}`);
      }
    }
  }
}

function isRead(language: string, catalogue: string): boolean {
  return !isTeamCatalogue(catalogue) || languagesForTeam().some((each) => each === language);
}

/** The same message may be in several catalogues, so that a page loads few of them. */
function findOther(known: Map<string, string>, id: string, text: string): string | undefined {
  const before = known.get(id) ?? text;
  known.set(id, before);
  return before === text ? undefined : 'is translated differently in another catalogue';
}

function findFault(
  language: string,
  id: string,
  text: string,
  categories: readonly string[],
): string | undefined {
  if (language === SOURCE_LANGUAGE)
    return text === withoutContext(id) ? undefined : 'differs from the code';
  try {
    const [source, translation] = [
      shapeOf(compileMessageOrThrow(id)),
      shapeOf(compileMessageOrThrow(text)),
    ];
    const missing = source.names.difference(translation.names);
    const strange = translation.names.difference(source.names);
    if (missing.size + strange.size > 0)
      return `has other placeholders (${[...missing, ...strange].join(', ')})`;
    const tags = tagsOf(id).symmetricDifference(tagsOf(text));
    if (tags.size > 0) return `has other tags (${[...tags].join(', ')})`;
    const lacking = translation.plurals.flatMap((branches) =>
      categories.filter((category) => !branches.includes(category)),
    );
    return lacking.length > 0
      ? `lacks the plural forms ${[...new Set(lacking)].join(', ')}`
      : undefined;
  } catch (error) {
    return `cannot be read (${error instanceof Error ? error.message : String(error)})`;
  }
}

/** The elements inside a sentence (app/ui/rich.tsx). */
function tagsOf(message: string): Set<string> {
  return new Set(message.match(/<\/?\w+\/?>/g));
}

/** Whole numbers below a thousand use these; the rest are for millions and fractions. */
function pluralCategoriesOf(language: string): string[] {
  const rules = new Intl.PluralRules(language);
  return [...new Set(Array.from({ length: 1000 }, (_, count) => rules.select(count)))];
}

interface Shape {
  readonly names: Set<string>;
  readonly plurals: readonly (readonly string[])[];
}

function shapeOf(tokens: CompiledMessage): Shape {
  const names = new Set<string>();
  const plurals: string[][] = [];
  for (const token of tokens) {
    if (typeof token === 'string') continue;
    const [name, kind, branches] = token as readonly [
      string,
      string?,
      Readonly<Record<string, CompiledMessage | number | undefined>>?,
    ];
    names.add(name);
    if (kind === undefined || !branches) continue;
    plurals.push(Object.keys(branches).filter((category) => category !== 'offset'));
    for (const branch of Object.values(branches)) {
      if (!Array.isArray(branch)) continue;
      const inner = shapeOf(branch);
      for (const each of inner.names) names.add(each);
      plurals.push(...inner.plurals.map((each) => [...each]));
    }
  }
  return { names, plurals };
}

/** Other languages have the catalogues of English, which decide where a message belongs. */
function write(language: string, known: Catalogues, english: Catalogues): void {
  for (const [name, messages] of english) {
    if (!isRead(language, name)) continue;
    const catalogue = known.get(name) ?? new Map<string, string>();
    for (const message of messages.keys()) {
      if (!catalogue.has(message)) catalogue.set(message, translationIn(known, message));
    }
    known.set(name, catalogue);
  }
  for (const [name, catalogue] of known) {
    const items = [...catalogue]
      .filter(([message]) => english.get(name)?.has(message))
      .toSorted(([one], [other]) => (one < other ? -1 : 1));
    writeFileSync(fileOf(language, name), serialize(language, items));
  }
}

/** The same message of another catalogue may be translated already. */
function translationIn(known: Catalogues, message: string): string {
  const texts = [...known].flatMap(([name, catalogue]) =>
    name === APART ? [] : (catalogue.get(message) ?? []),
  );
  return texts.find((text) => text !== '') ?? '';
}

/** Adds new messages to the English catalogue of the nearest feature and removes unused ones. */
function updateEnglish(known: Catalogues): void {
  const everywhere = new Set([...known.values()].flatMap((catalogue) => [...catalogue.keys()]));
  for (const [message, files] of sources.messages) {
    if (everywhere.has(message)) continue;
    const name = nearestCatalogue([...files][0] ?? '', known);
    const catalogue = known.get(name) ?? new Map<string, string>();
    catalogue.set(message, message);
    known.set(name, catalogue);
  }
  for (const catalogue of known.values()) {
    for (const message of catalogue.keys())
      if (!sources.messages.has(message)) catalogue.delete(message);
  }
}

/** `app/orders/server/…` belongs to `orders-server`, `app/orders/ui/…` to `orders` or, without it, to `orders-team`. */
function nearestCatalogue(file: string, known: Catalogues): string {
  const [folder = '', feature = folder] = file.split('/');
  const base = folder === 'app' ? feature : 'platform';
  if (file.includes('/service-worker/')) return APART;
  if (sources.isOnServer(file)) {
    return (
      [`${base}-server`, `${base}-team-server`].find((name) => known.has(name)) ?? `${base}-server`
    );
  }
  return [base, `${base}-team`].find((name) => known.has(name)) ?? base;
}

function serialize(language: string, items: readonly (readonly [string, string])[]): string {
  const po = new PO();
  po.headers = {
    Language: language,
    'MIME-Version': '1.0',
    'Content-Type': 'text/plain; charset=UTF-8',
    'Content-Transfer-Encoding': '8bit',
  };
  po.items = items.map(([message, text]) => {
    const item = new PO.Item();
    item.msgid = withoutContext(message);
    if (item.msgid !== message) item.msgctxt = message.slice(0, message.indexOf(CONTEXT_END));
    item.msgstr = [language === SOURCE_LANGUAGE ? item.msgid : text];
    return item;
  });
  return `${po.toString().trim()}\n`;
}
