import type { KeyboardEvent as ReactKeyboardEvent } from 'react';

/** Browsers report this key code for keys that an input method handles. */
const TAKEN_BY_INPUT_METHOD = 229;

/** Safari sends a dialog's cancel event and `compositionend` for the same key press. */
const SAME_PRESS_MS = 200;

/**
 * True if a key belongs to a text composition (Japanese, Chinese, Korean …). Safari ends the composition
 * before it reports that key, so only the key code tells.
 */
export function isComposing(event: KeyboardEvent | ReactKeyboardEvent): boolean {
  const native = 'nativeEvent' in event ? event.nativeEvent : event;
  return native.isComposing || native.keyCode === TAKEN_BY_INPUT_METHOD;
}

/** Keeps a dialog open when Escape cancels a composition in it, because Safari sends a cancel event then. */
export function keepWhileComposing(dialog: HTMLDialogElement, signal: AbortSignal): void {
  let isInProgress = false;
  let endedAt = -Infinity;
  // Capture listeners run before the listener that closes the dialog.
  const options = { capture: true, signal };
  dialog.addEventListener('compositionstart', () => void (isInProgress = true), options);
  dialog.addEventListener(
    'compositionend',
    ({ timeStamp }) => {
      isInProgress = false;
      endedAt = timeStamp;
    },
    options,
  );
  dialog.addEventListener(
    'cancel',
    (event) => {
      const isOwn = event.target === dialog;
      if (!isOwn || (!isInProgress && event.timeStamp - endedAt > SAME_PRESS_MS)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    options,
  );
}
