/** As people speak of a publication: its number, and who made it, where that is known. */
export function namePublication(revision: number, byName: string | null): string | number {
  return byName === null ? revision : `${revision} (${byName})`;
}
