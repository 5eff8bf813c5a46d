const MAX_LENGTH = 100;

/** What an address searches for: '' for nothing, and no half of a letter at the end. */
export function readSearchText(text: string | null): string {
  return (text ?? '').trim().slice(0, MAX_LENGTH).toWellFormed();
}
