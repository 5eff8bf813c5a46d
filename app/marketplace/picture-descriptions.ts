import type { picturePath } from './pictures/picture-path.ts';

/** One of the pictures of a service: the main one is the scene. */
export type View = Parameters<typeof picturePath>[2];

/** What somebody who cannot see a picture of the gallery should know about it. */
export function describePicture(title: string, view: View): string {
  return DESCRIPTIONS[view](title);
}

const DESCRIPTIONS: Record<View, (title: string) => string> = {
  scene: (title) => `${title}: the main illustration, with the subject on its coloured stage`,
  'close-up': (title) => `${title}: a close-up of the same subject, tilted`,
  series: (title) => `${title}: a series of six, in the colours of the section`,
  plan: (title) => `${title}: a plan in thin lines on a dark grid, with dimension marks`,
};
