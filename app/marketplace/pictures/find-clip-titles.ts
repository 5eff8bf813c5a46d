import list from './clip-titles.json' with { type: 'json' };

const TITLES: Readonly<Record<string, readonly string[]>> = list;

const VIDEO = 'video/';

/** Under which name a service's sample videos were made; undefined for one that has none. */
export function findClips(art: string | null): string | undefined {
  const name = art?.startsWith(VIDEO) ? art.slice(VIDEO.length) : undefined;
  return name !== undefined && Object.hasOwn(TITLES, name) ? name : undefined;
}

/** The titles of three sample videos, in order; none for a name that has none. */
export function findClipTitles(name: string): readonly string[] {
  return TITLES[name] ?? [];
}
