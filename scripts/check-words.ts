/**
 * `npm run check:words [-- --list | --write]`: looks for the retired words of docs/glossary.md in identifiers,
 * names of files and folders, and comments. scripts/retired-words.json allows each file its present count, so that
 * the counts only fall: `--list` prints every place, `--write` saves the counts if their sum did not rise.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readOptions } from './read-options.ts';
import { parseSync, Visitor } from 'vite';

interface Place {
  readonly file: string;
  readonly line: number;
  readonly word: string;
}

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);
const ALLOWED = 'scripts/retired-words.json';
/** The words that the last column of the glossary keeps for one of their meanings. */
const STILL_USED = new Set(['expire', 'prune']);
/** These two are retired as a whole name only: `draft`, not `ReplyDraft`. */
const RETIRED_ALONE = new Set(['entry', 'draft']);

const values = readOptions('npm run check:words [-- --list | --write]', {
  list: { type: 'boolean', default: false },
  write: { type: 'boolean', default: false },
});
const retired = readRetiredWords(readFileSync('docs/glossary.md', 'utf8'));
const folders = ['app', 'bench', 'scripts', 'server', 'tests'];
const files = globSync([
  ...folders.map((folder) => `${folder}/**/*.{ts,tsx}`),
  'perf/peers/{*,sides/*}.ts',
]).toSorted();
const found: Place[] = [];
const badBeginnings: Place[] = [];
files.forEach(readFile);
report();

/** The first column of the table below 'Retired words': paths, and words as lists of lower-case words. */
function readRetiredWords(glossary: string): { paths: string[]; words: string[][] } {
  const [, section = ''] = glossary.split('## Retired words');
  const cells = section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) => line.split('|')[1] ?? '');
  const terms = cells
    .flatMap((cell) => [...cell.matchAll(/`([^`]+)`|'([^']+)'/g)])
    .flatMap(([, code, quoted = '']) => expandBraces(code ?? quoted));
  if (terms.length < 60) throw new Error('docs/glossary.md has no table of retired words');
  const isPath = (term: string) => /[/.]/.test(term);
  return {
    paths: terms.filter((term) => isPath(term) && !term.includes('*')),
    words: terms.filter((term) => !isPath(term) && !STILL_USED.has(term)).map(wordsOf),
  };
}

function expandBraces(term: string): string[] {
  const [, before = '', list, after = ''] = /^(.*)\{(.*)\}(.*)$/.exec(term) ?? [];
  return list ? list.split(',').map((each) => `${before}${each}${after}`) : [term];
}

/** The lower-case words of an identifier, a name or a sentence. */
function wordsOf(text: string): string[] {
  return text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
}

/** The retired words of a name. */
function retiredIn(words: readonly string[]): string[] {
  return retired.words
    .filter((list) =>
      RETIRED_ALONE.has(list.join(' '))
        ? words.length === 1 && words[0] === list[0]
        : words.some((_, index) => list.every((word, offset) => words[index + offset] === word)),
    )
    .map((list) => list.join(' '));
}

function readFile(file: string): void {
  const text = readFileSync(file, 'utf8');
  const { comments, errors, program } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const lineOf = (at: number) => text.slice(0, at).split('\n').length;
  const note = (line: number, words: readonly string[]) =>
    found.push(...words.map((word) => ({ file, line, word })));
  const names = file.split('/').flatMap((name) => retiredIn(wordsOf(name)));
  const paths = retired.paths.filter((path) =>
    `/${file}/`.includes(`/${path.replace(/\/$/, '')}/`),
  );
  note(1, [...names, ...paths]);
  const look = ({ name, start }: { name: string; start: number }) => {
    const words = retiredIn(wordsOf(name));
    if (words.length > 0) note(lineOf(start), words);
  };
  new Visitor({ Identifier: look, JSXIdentifier: look, PrivateIdentifier: look }).visit(program);
  let end = -1;
  for (const comment of comments) {
    // A single word may be ordinary English in a sentence.
    const phrases = retiredIn(wordsOf(comment.value)).filter((word) => word.includes(' '));
    note(lineOf(comment.start), phrases);
    const continues =
      comment.type === 'Line' && text.slice(end, comment.start).trim() === '' && end >= 0;
    const beginning = /^[\s*]*(What|Of|Whose|Whether|Who)\b/.exec(comment.value)?.[1];
    if (beginning && !continues && /^(?:app|server)\//.test(file)) {
      badBeginnings.push({ file, line: lineOf(comment.start), word: beginning });
    }
    end = comment.type === 'Line' ? comment.end : -1;
  }
}

function report(): void {
  const counts: Record<string, number> = {};
  for (const { file } of found) counts[file] = (counts[file] ?? 0) + 1;
  const allowed = JSON.parse(readFileSync(ALLOWED, 'utf8')) as Record<string, number>;
  const sum = (of: Record<string, number>) =>
    Object.values(of).reduce((one, next) => one + next, 0);
  const show = ({ file, line, word }: Place) => console.log(`${file}:${line} ${word}`);
  if (values.list) found.forEach(show);
  if (values.write) {
    if (sum(allowed) > 0 && sum(counts) > sum(allowed)) {
      console.error(
        `There are ${sum(counts)} retired words, but only ${sum(allowed)} are allowed.`,
      );
      process.exitCode = 1;
      return;
    }
    writeFileSync(ALLOWED, `${JSON.stringify(counts, null, 2)}\n`);
    return;
  }
  const worse = new Set(
    Object.keys(counts).filter((file) => (counts[file] ?? 0) > (allowed[file] ?? 0)),
  );
  for (const file of worse) {
    console.error(`${file}: ${counts[file]} retired words, ${allowed[file] ?? 0} allowed:`);
    found.filter((place) => place.file === file).forEach(show);
  }
  for (const { file, line, word } of badBeginnings) {
    console.error(`${file}:${line} The comment begins with "${word}": begin with a subject.`);
  }
  console.log(
    `${sum(counts)} retired words in ${Object.keys(counts).length} files (${sum(allowed)} allowed), ${badBeginnings.length} comments that begin with What, Of, Whose, Whether or Who.`,
  );
  if (worse.size > 0 || badBeginnings.length > 0) process.exitCode = 1;
}
