import type { View } from './pictures/picture-path.ts';

/** What somebody who cannot see a picture of the gallery should know about it. */
export function describePicture(title: string, view: View): string {
  return DESCRIPTIONS[view](title);
}

/** The same where the picture is its section's. */
export function describeDrawing(title: string): string {
  return `${title}: a drawing in the colours of its section`;
}

const DESCRIPTIONS: Record<View, (title: string) => string> = {
  scene: (title) => `${title}: the main illustration, with the subject on its coloured stage`,
  'close-up': (title) => `${title}: a close-up of the same subject, tilted`,
  series: (title) => `${title}: a series of six, in the colours of the section`,
  plan: (title) => `${title}: a plan in thin lines on a dark grid, with dimension marks`,
};
