import { readdirSync, readFileSync } from 'node:fs';
import type { Language } from '../platform/languages.ts';
import { CONTEXT_END } from './sentence.ts';

const FOLDER = new URL('./', import.meta.url);

// The package is for development: a build has the translations in its code.
const { default: PO } = await import('pofile');

/** A message with a context is written as `msgIn` writes it. */
export function idOf({ msgctxt, msgid }: { readonly msgctxt?: string; readonly msgid: string }) {
  return msgctxt ? `${msgctxt}${CONTEXT_END}${msgid}` : msgid;
}

/** The translations of one catalogue by their English text. */
export function readCatalogue(language: Language, name: string): Record<string, string> {
  const file = readFileSync(new URL(`${language}/${name}.po`, FOLDER), 'utf8');
  return Object.fromEntries(PO.parse(file).items.map((item) => [idOf(item), item.msgstr[0] ?? '']));
}

export function catalogueNames(language: Language): string[] {
  return readdirSync(new URL(`${language}/`, FOLDER))
    .filter((name) => name.endsWith('.po'))
    .map((name) => name.slice(0, -'.po'.length))
    .toSorted();
}
