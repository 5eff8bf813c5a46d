const MAX_LENGTH = 100;

/** The cut may split a surrogate pair, which `toWellFormed` repairs. */
export function readSearchText(text: string | null): string {
  return (text ?? '').trim().slice(0, MAX_LENGTH).toWellFormed();
}
