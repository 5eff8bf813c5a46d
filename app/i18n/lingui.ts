import { setupI18n, type I18n } from '@lingui/core';
import { compileMessage, type CompiledMessage } from '@lingui/message-utils/compileMessage';
import { formatsOf, type Language } from '../platform/languages.ts';
import { withoutContext, type Values } from './sentence.ts';

const compiled = new Map<string, CompiledMessage>();

/** Compiles each message once. Lingui would do so for each request. */
function compile(message: string): CompiledMessage {
  const known = compiled.get(message);
  if (known) return known;
  const tokens = /[{}']/.test(message) ? compileMessage(message) : [message];
  compiled.set(message, tokens);
  return tokens;
}

const catalogues = new Map<Language, I18n>();

function catalogueOf(language: Language): I18n {
  const known = catalogues.get(language);
  if (known) return known;
  const catalogue = setupI18n({
    locale: language,
    // The digits of a plural form are those of all other numbers.
    locales: formatsOf(language),
    messages: { [language]: {} },
  });
  catalogue.setMessagesCompiler(compile);
  catalogues.set(language, catalogue);
  return catalogue;
}

export function addMessages(language: Language, messages: Readonly<Record<string, string>>): void {
  catalogueOf(language).load(language, messages);
}

/** Plural forms show plain digits, as all other numbers in sentences do. */
const OPTIONS = { formats: { number: { useGrouping: false } } };

/** A noncharacter of Unicode, which no text contains. */
const BACKSLASH = '\uFDD0';

/**
 * Says a message in a language, or in English if the catalogue lacks it. Lingui decodes escape sequences in the finished
 * text, and a name that somebody typed may look like one, so the backslashes of values are hidden meanwhile.
 */
export function formatMessage(language: Language, message: string, values?: Values): string {
  const catalogue = catalogueOf(language);
  const id = message in catalogue.messages ? message : withoutContext(message);
  if (!values || !Object.values(values).some((value) => String(value).includes('\\'))) {
    return catalogue._(id, values, OPTIONS);
  }
  const hidden = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.replaceAll('\\', BACKSLASH) : value,
  ]);
  const text = catalogue._(id, Object.fromEntries(hidden), OPTIONS);
  return text.replaceAll(BACKSLASH, '\\');
}
