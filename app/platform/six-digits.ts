import { toLatinDigits } from './latin-digits.ts';

/** Returns the digits of a typed code in Latin letters, or null unless there are six. */
export function readSixDigits(typed: string): string | null {
  const digits = toLatinDigits(typed.normalize('NFKC')).replaceAll(/\D/g, '');
  return digits.length === 6 ? digits : null;
}
