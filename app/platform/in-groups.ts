/**
 * A whole number as English writes it: '4,000'. For texts that are made while scripts are loaded: the
 * first thing a page asks of `Intl` takes a slow telephone longer than all the rest of that.
 */
export function inGroups(value: number): string {
  return String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}
