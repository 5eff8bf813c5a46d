import { useEffect, type RefObject } from 'react';
import { MESSAGE_MAX_LENGTH } from './rules.ts';

/** A text this much too long is not taken in at all: laying it out would stop the page. */
export const TAKEN_IN = MESSAGE_MAX_LENGTH * 5;

const COUNT = new Intl.NumberFormat('en-US');

/** Keeps huge texts out of a message field, and says so in words. */
export function usePasteLimit(
  field: RefObject<HTMLTextAreaElement | null>,
  onRefused: (words: string) => void,
): void {
  useEffect(() => {
    const box = field.current;
    if (!box) return undefined;
    const refuseHuge = (event: InputEvent) => {
      const added = event.data?.length ?? event.dataTransfer?.getData('text/plain').length ?? 0;
      if (box.value.length + added <= TAKEN_IN) return;
      event.preventDefault();
      onRefused(
        `That is ${COUNT.format(added)} characters and was not pasted. A message holds ${COUNT.format(MESSAGE_MAX_LENGTH)}.`,
      );
    };
    box.addEventListener('beforeinput', refuseHuge);
    return () => box.removeEventListener('beforeinput', refuseHuge);
  }, [field, onRefused]);
}
