import { t } from '../../i18n/translate.ts';
import { toLine, toText } from '../../platform/shown-text.ts';
import { toLatinDigits } from '../../platform/latin-digits.ts';

/** The values come from an entry's form or from a row of an import file. */
export type Texts = Readonly<Record<string, string>>;

export type Faults = Record<string, string>;

const YES = ['true', 'yes', 'on', '1'];
const NO = ['', 'false', 'no', 'off', '0'];

/**
 * Accepts the spellings of both yes and no. Anything else is an error, because a misspelt yes must not show a
 * hidden entry.
 */
export function isFlag(text: string): boolean {
  return [...YES, ...NO].includes(text.trim().toLowerCase());
}

export class TextReader {
  readonly faults: Faults = {};
  readonly #texts: Texts;

  constructor(texts: Texts) {
    this.#texts = texts;
  }

  text(name: string): string {
    return this.#texts[name] ?? '';
  }

  fault(name: string, text: string): void {
    this.faults[name] ??= text;
  }

  /** `required` is the error message for an empty value. */
  line(name: string, most: number, required?: string): string {
    const typed = this.text(name);
    const line = toLine(typed, most);
    if (toLine(typed, most + 1).length > line.length) this.#tooLong(name, most);
    if (line === '' && required !== undefined) this.fault(name, required);
    return line;
  }

  lines(name: string, most: number, required?: string): string {
    const text = toText(this.text(name), most);
    if (Array.from(text).length > most) this.#tooLong(name, most);
    if (text === '' && required !== undefined) this.fault(name, required);
    return text;
  }

  /** Returns null for an empty field. */
  number(name: string, least: number, most: number): number | null {
    const typed = toLatinDigits(this.text(name)).trim();
    if (typed === '') return null;
    const number = /^\d{1,10}$/.test(typed) ? Number(typed) : Number.NaN;
    if (number >= least && number <= most) return number;
    this.fault(
      name,
      t('Enter a whole number from {least} to {most}, or leave it empty.', {
        least,
        most,
      }),
    );
    return null;
  }

  oneOf<T extends string>(name: string, values: readonly T[], otherwise: string): T {
    const found = values.find((value) => value === this.text(name).trim());
    if (found === undefined) this.fault(name, otherwise);
    return found ?? (values[0] as T);
  }

  flag(name: string): boolean {
    return YES.includes(this.text(name).trim().toLowerCase());
  }

  #tooLong(name: string, most: number): void {
    this.fault(
      name,
      t('Use at most {most, plural, one {# character} other {# characters}}.', { most }),
    );
  }
}
