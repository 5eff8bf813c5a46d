import { formatsOf, SOURCE_LANGUAGE, type Language } from '../platform/languages.ts';
import { withoutContext, type Values } from './sentence.ts';

/** A page has one language, and English needs none of these. */
const translations: Record<string, string> = {};

export function addMessages(_language: Language, messages: Readonly<Record<string, string>>): void {
  Object.assign(translations, messages);
}

/**
 * Says a message as Lingui does on the server, without the 3 KB of Lingui that every page would load. The tests compare
 * both for every message in every language.
 */
export function formatMessage(language: Language, message: string, values: Values = {}): string {
  const known = language === SOURCE_LANGUAGE ? undefined : translations[message];
  const text = known ?? withoutContext(message);
  return text.includes('{') ? fill(text, values, language) : text;
}

interface Rules {
  readonly plural: Intl.PluralRules;
  readonly number: Intl.NumberFormat;
}

/** Lists show a plural for each of their rows, and creating these takes longer than using them. */
const rules = new Map<Language, Rules>();

function rulesOf(language: Language): Rules {
  let known = rules.get(language);
  if (!known) {
    known = {
      plural: new Intl.PluralRules(language),
      number: new Intl.NumberFormat(formatsOf(language), { useGrouping: false }),
    };
    rules.set(language, known);
  }
  return known;
}

/** A quoted apostrophe, quoted braces, a placeholder, or a plural with its forms. */
const PATTERN = /''|'(\{[^']*)'|\{(\w+)(?:, plural,((?: \w+ \{(?:[^{}]|\{\w+\})*\})+))?\}/g;
const FORM = /(?<!\w)(\w+) \{((?:[^{}]|\{\w+\})*)\}/g;

function fill(text: string, values: Values, language: Language): string {
  return text.replaceAll(PATTERN, (_, quoted?: string, name?: string, forms?: string) => {
    if (name === undefined) return quoted ?? "'";
    const value = String(values[name] ?? '');
    if (forms === undefined) return value;
    const count = Number(value);
    const { plural, number } = rulesOf(language);
    const { [plural.select(count)]: form, other = '' } = Object.fromEntries(
      [...forms.matchAll(FORM)].map(([, category, said]) => [category, said]),
    );
    return fill((form ?? other).replaceAll('#', number.format(count)), values, language);
  });
}
