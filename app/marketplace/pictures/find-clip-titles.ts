import list from './clip-titles.json' with { type: 'json' };

const TITLES: Readonly<Record<string, readonly string[]>> = list;

/** The titles of a video service's three sample videos, in order. Throws when there are none. */
export function findClipTitles(slug: string): readonly string[] {
  const titles = TITLES[slug];
  if (!titles) throw new Error(`No sample videos for the service '${slug}'`);
  return titles;
}
