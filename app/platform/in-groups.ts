/**
 * Formats a whole number in English: '4,000'. Meant for module initialization, because the first
 * use of `Intl` is slow on phones.
 */
export function inGroups(value: number): string {
  return String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}
