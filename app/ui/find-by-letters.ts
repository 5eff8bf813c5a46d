import { foldText } from '../platform/fold-text.ts';

/** More than one takes in at a look: from here on a list can be searched. */
export const MANY = 12;

/** Whether a name holds these letters, however they are written. */
export function holdsLetters(name: string, sought: string): boolean {
  return foldText(name).includes(foldText(sought).trim());
}
