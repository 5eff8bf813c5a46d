import { say, sayAny } from '../../platform/say.ts';
import { toLine, toText } from '../../platform/shown-text.ts';

/** What a form, or a row of a file, holds of an entry. */
export type Texts = Readonly<Record<string, string>>;

/** What is wrong, by field. */
export type Faults = Record<string, string>;

const YES = ['true', 'yes', 'on', '1'];
const NO = ['', 'false', 'no', 'off', '0'];

/** Whether a text says yes or no; a misspelt yes must not show what was to be hidden. */
export function isFlag(text: string): boolean {
  return [...YES, ...NO].includes(text.trim().toLowerCase());
}

/** Reads fields one by one and collects what is wrong with them. */
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
    this.faults[name] ??= sayAny(text);
  }

  /** One line; `required` says what is missing where nothing stands. */
  line(name: string, most: number, required?: string): string {
    const typed = this.text(name);
    const line = toLine(typed, most);
    if (toLine(typed, most + 1).length > line.length) this.#tooLong(name, most);
    if (line === '' && required !== undefined) this.fault(name, required);
    return line;
  }

  /** Several lines. */
  lines(name: string, most: number, required?: string): string {
    const text = toText(this.text(name), most);
    if (Array.from(text).length > most) this.#tooLong(name, most);
    if (text === '' && required !== undefined) this.fault(name, required);
    return text;
  }

  /** A whole number; null where nothing stands. */
  number(name: string, least: number, most: number): number | null {
    const typed = this.text(name).trim();
    if (typed === '') return null;
    const number = /^\d{1,10}$/.test(typed) ? Number(typed) : Number.NaN;
    if (number >= least && number <= most) return number;
    this.fault(
      name,
      say('Please enter a whole number from {least} to {most}, or leave it empty.', {
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
    this.fault(name, say('Please use at most {most} characters.', { most }));
  }
}
