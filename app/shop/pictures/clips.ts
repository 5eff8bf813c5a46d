import list from './clip-titles.json' with { type: 'json' };

/** rule 39 sets the number of sample videos of a video service. */
export const CLIPS_PER_SERVICE = 3;

export interface ClipPaths {
  readonly mp4: string;
  readonly webm: string;
  readonly webp: string;
}

export interface Clip {
  readonly mp4?: string;
  readonly webm?: string;
  readonly poster: string;
}

/** Numbers start at 1. File names follow the rule of `picturePath`. */
export function clipPaths(slug: string, number: number): ClipPaths {
  const name = slug.replaceAll('&', 'and').replace(/[()]/g, '');
  const path = `/clips/${name}-${number}`;
  return { mp4: `${path}.mp4`, webm: `${path}.webm`, webp: `${path}.webp` };
}

const VIDEO = 'video/';

/** Returns undefined for a service without rendered sample videos. */
export function findClips(art: string | null): string | undefined {
  const name = art?.startsWith(VIDEO) ? art.slice(VIDEO.length) : undefined;
  return name !== undefined && Object.hasOwn(list, name) ? name : undefined;
}
