import type { KeyboardEvent } from 'react';
import { isComposing } from '../../ui/is-composing.ts';

/** Matches devices whose primary input is touch. */
export const TOUCH = '(pointer: coarse)';

/**
 * True when a key press sends the message: Enter without Shift (rules 96 and 159). Touch keyboards have no
 * Shift+Enter, so there Enter adds a line and the button sends. Ctrl or ⌘ + Enter sends everywhere.
 */
export function sendsMessage(event: KeyboardEvent): boolean {
  if (isComposing(event) || event.key !== 'Enter' || event.shiftKey) return false;
  return event.ctrlKey || event.metaKey || !matchMedia(TOUCH).matches;
}
