import type { View } from './pictures/picture-path.ts';
import { t } from '../i18n/translate.ts';

export function describePicture(title: string, view: View): string {
  return DESCRIPTIONS[view](title);
}

/** The section's drawing stands in for a service without its own. */
export function describeDrawing(title: string): string {
  return t('{title}: a drawing in the colours of its section', { title });
}

const DESCRIPTIONS: Record<View, (title: string) => string> = {
  scene: (title) =>
    t('{title}: the main illustration, with the subject on its coloured stage', { title }),
  'close-up': (title) => t('{title}: a close-up of the same subject, tilted', { title }),
  series: (title) => t('{title}: a series of six, in the colours of the section', { title }),
  plan: (title) =>
    t('{title}: a plan in thin lines on a dark grid, with dimension marks', { title }),
};
