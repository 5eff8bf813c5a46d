export function namePublication(revision: number, byName: string | null): string | number {
  return byName === null ? revision : `${revision} (${byName})`;
}
