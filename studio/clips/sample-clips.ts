import type { SampleClips } from './sample-clip.ts';
import { animation } from './samples/animation.ts';
import { editing } from './samples/editing.ts';
import { explainers } from './samples/explainers.ts';
import { film } from './samples/film.ts';
import { marketing } from './samples/marketing.ts';
import { products } from './samples/products.ts';

/** The three sample videos of every video service, by slug. Data only: pages may load it. */
export const SAMPLE_CLIPS: Readonly<Record<string, SampleClips>> = {
  ...editing,
  ...marketing,
  ...explainers,
  ...animation,
  ...products,
  ...film,
};

/** Throws when the service has no sample videos. */
export function findSampleClips(slug: string): SampleClips {
  const clips = SAMPLE_CLIPS[slug];
  if (clips === undefined) throw new Error(`No sample videos for the service '${slug}'`);
  return clips;
}
