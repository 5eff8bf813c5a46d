import { createHash } from 'node:crypto';
import { clipName } from '../picture-path.ts';
import { CHOREOGRAPHIES } from './choreographies.ts';
import { directClip } from './draw-clip.ts';
import { SAMPLE_CLIPS } from './sample-clips.ts';

const FRAMES_PER_SECOND = 20;
/** A page shows the first sample up to 722 pixels wide and the others about half as wide. */
const SHARPNESS_OF_FIRST = 1.5;

/** The rendered formats: two codecs of film and the still that stands for it. */
export const CLIP_FORMATS = ['mp4', 'webm', 'webp'] as const;

/** A sample video as it is rendered. */
export interface Reel {
  /** The name of its files in public/clips, without their endings. */
  readonly file: string;
  readonly framesPerSecond: number;
  /** Pixels of the film for one of a frame. */
  readonly sharpness: number;
  /** Which frame is the poster. */
  readonly poster: number;
  readonly frames: () => Generator<string>;
  /** Changes whenever a frame does. */
  readonly stamp: string;
}

function makeReel(slug: string, number: number): Reel {
  const clip = SAMPLE_CLIPS[slug]?.[number - 1];
  if (clip === undefined) throw new Error(`'${slug}' has no sample video ${number}`);
  const motion = directClip(slug, number);
  const count = clip.durationSeconds * FRAMES_PER_SECOND;
  const still = clip.poster ?? CHOREOGRAPHIES[clip.choreography].poster;
  const poster = Math.floor(still * count);
  const frames = function* (): Generator<string> {
    for (let index = 0; index < count; index += 1) yield motion(index / count);
  };
  const sharpness = number === 1 ? SHARPNESS_OF_FIRST : 1;
  const hash = createHash('sha256').update(String(poster));
  if (sharpness !== 1) hash.update(`x${sharpness}`);
  for (const frame of frames()) hash.update(frame);
  const stamp = hash.digest('hex').slice(0, 16);
  return {
    file: clipName(slug, number),
    framesPerSecond: FRAMES_PER_SECOND,
    sharpness,
    poster,
    frames,
    stamp,
  };
}

/** All sample videos, in the order of the services. */
export function listReels(): readonly Reel[] {
  return Object.entries(SAMPLE_CLIPS).flatMap(([slug, clips]) =>
    clips.map((_, index) => makeReel(slug, index + 1)),
  );
}
