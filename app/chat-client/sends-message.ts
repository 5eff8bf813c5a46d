import type { KeyboardEvent } from 'react';
import { isComposing } from '../ui/is-composing.ts';

/** A device whose first means of input is a finger. */
export const TOUCH = '(pointer: coarse)';

/**
 * Whether a key in a message field sends: Enter without Shift (SPEC §9). A keyboard on a touch screen has no
 * Shift+Enter, so that there Enter adds a line and the button sends; Ctrl or ⌘ + Enter sends everywhere.
 */
export function sendsMessage(event: KeyboardEvent): boolean {
  if (isComposing(event) || event.key !== 'Enter' || event.shiftKey) return false;
  return event.ctrlKey || event.metaKey || !matchMedia(TOUCH).matches;
}
