let compare: Intl.Collator['compare'] | undefined;

/**
 * The collator is created on the first comparison, because creating it would delay the start of every page that
 * imports this module.
 */
export function compareTitles(one: string, other: string): number {
  compare ??= new Intl.Collator('en').compare;
  return compare(one, other);
}
