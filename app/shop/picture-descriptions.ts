import type { View } from './pictures/picture-path.ts';
import { say } from '../platform/say.ts';

export function describePicture(title: string, view: View): string {
  return DESCRIPTIONS[view](title);
}

/** The section's drawing stands in for a service without its own. */
export function describeDrawing(title: string): string {
  return say('{title}: a drawing in the colours of its section', { title });
}

const DESCRIPTIONS: Record<View, (title: string) => string> = {
  scene: (title) =>
    say('{title}: the main illustration, with the subject on its coloured stage', { title }),
  'close-up': (title) => say('{title}: a close-up of the same subject, tilted', { title }),
  series: (title) => say('{title}: a series of six, in the colours of the section', { title }),
  plan: (title) =>
    say('{title}: a plan in thin lines on a dark grid, with dimension marks', { title }),
};
