import { SOURCE_LANGUAGE, type Language } from '../platform/languages.ts';
import type { Values } from './translate.ts';

type Format = (language: Language, message: string, values?: Values) => string;

let formatTranslation: Format | undefined;

/** The files of translations bring Lingui with them, so that English pages load neither (message-files.browser.ts). */
export function setTranslationFormat(format: Format): void {
  formatTranslation = format;
}

export const formatMessage: Format = (language, message, values) =>
  language === SOURCE_LANGUAGE || !formatTranslation
    ? formatEnglish(message, values)
    : formatTranslation(language, message, values);

/** A quoted apostrophe, quoted braces, a placeholder, or a plural with the two forms of English. */
const PIECE =
  /''|'(\{[^']*)'|\{(\w+)(?:, plural, one \{((?:[^{}]|\{\w+\})*)\} other \{((?:[^{}]|\{\w+\})*)\})?\}/g;

/** Fills in an English message as Lingui does. The tests compare both for every message. */
export function formatEnglish(message: string, values: Values = {}): string {
  if (!message.includes('{')) return message;
  return message.replaceAll(
    PIECE,
    (_, quoted?: string, name?: string, one?: string, other?: string) => {
      if (name === undefined) return quoted ?? "'";
      const value = String(values[name] ?? '');
      const form = value === '1' ? one : other;
      return form === undefined ? value : formatEnglish(form.replaceAll('#', value), values);
    },
  );
}
