import list from './clip-titles.json' with { type: 'json' };

const TITLES: Readonly<Record<string, readonly string[]>> = list;

const VIDEO = 'video/';

/** Returns undefined for a service without rendered sample videos. */
export function findClips(art: string | null): string | undefined {
  const name = art?.startsWith(VIDEO) ? art.slice(VIDEO.length) : undefined;
  return name !== undefined && Object.hasOwn(TITLES, name) ? name : undefined;
}

export function findClipTitles(name: string): readonly string[] {
  return TITLES[name] ?? [];
}
