/** More than one takes in at a look: from here on a list can be searched. */
export const MANY = 12;

/** Whether a name holds these letters, however they are written. */
export function holdsLetters(name: string, sought: string): boolean {
  return plain(name).includes(plain(sought.trim()));
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
