import type { KeyboardEvent as ReactKeyboardEvent } from 'react';

/** The code that browsers report for a key that an input method has taken. */
const TAKEN_BY_INPUT_METHOD = 229;

/** Safari asks a dialog to close and ends the composition for the same press. */
const SAME_PRESS_MS = 200;

/**
 * Whether a key belongs to a word that is being composed (Japanese, Chinese, Korean …). Safari ends the
 * composition before it reports the key that ended it: there only the code tells.
 */
export function isComposing(event: KeyboardEvent | ReactKeyboardEvent): boolean {
  const native = 'nativeEvent' in event ? event.nativeEvent : event;
  return native.isComposing || native.keyCode === TAKEN_BY_INPUT_METHOD;
}

/** Keeps a dialog open when Escape drops a word that is being composed in it: Safari asks it to close. */
export function keepWhileComposing(dialog: HTMLDialogElement, signal: AbortSignal): void {
  let isUnderWay = false;
  let endedAt = -Infinity;
  // Before whoever closes the dialog hears of it.
  const options = { capture: true, signal };
  dialog.addEventListener('compositionstart', () => void (isUnderWay = true), options);
  dialog.addEventListener(
    'compositionend',
    ({ timeStamp }) => {
      isUnderWay = false;
      endedAt = timeStamp;
    },
    options,
  );
  dialog.addEventListener(
    'cancel',
    (event) => {
      const isOwn = event.target === dialog;
      if (!isOwn || (!isUnderWay && event.timeStamp - endedAt > SAME_PRESS_MS)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    options,
  );
}
