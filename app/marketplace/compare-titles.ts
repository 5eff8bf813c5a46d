let compare: Intl.Collator['compare'] | undefined;

/** Made when two are first compared: a page that only holds the list would wait for it as it starts. */
export function compareTitles(one: string, other: string): number {
  compare ??= new Intl.Collator('en').compare;
  return compare(one, other);
}
