/** How many sample videos a video service shows (SPEC §9). */
export const CLIPS_PER_SERVICE = 3;

export interface ClipPaths {
  readonly mp4: string;
  readonly webm: string;
  /** A telling frame. */
  readonly webp: string;
}

/** A sample video to be played: of one format, or of two. */
export interface Clip {
  readonly mp4?: string;
  readonly webm?: string;
  /** The still before it plays. */
  readonly poster: string;
}

/** Where the sample videos of a service are; numbers start at 1. Spelled as pictures are. */
export function clipPaths(slug: string, number: number): ClipPaths {
  const name = slug.replaceAll('&', 'and').replace(/[()]/g, '');
  const path = `/clips/${name}-${number}`;
  return { mp4: `${path}.mp4`, webm: `${path}.webm`, webp: `${path}.webp` };
}
