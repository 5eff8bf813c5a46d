import { foldText } from '../platform/fold-text.ts';

export const MANY = 12;

/** Ignores case and accents. */
export function holdsLetters(name: string, sought: string): boolean {
  return foldText(name).includes(foldText(sought).trim());
}
