import { useEffect, type RefObject } from 'react';
import { MESSAGE_MAX_LENGTH } from '../protocol/rules.ts';
import { inGroups } from '../../platform/in-groups.ts';
import { TAKEN_IN } from './take-in.ts';
import { say } from '../../platform/say.ts';

/** Rejects huge pastes and drops in a message field and shows an error. */
export function usePasteLimit(
  field: RefObject<HTMLTextAreaElement | null>,
  onRefused: (words: string) => void,
): void {
  useEffect(() => {
    const box = field.current;
    if (!box) return undefined;
    const refuseHuge = (event: InputEvent) => {
      // Pasted and dropped text still exists at its source; rejecting dictated or composed text would lose
      // it.
      if (!event.inputType.startsWith('insertFrom')) return;
      const added = event.data?.length ?? event.dataTransfer?.getData('text/plain').length ?? 0;
      const replaced = box.selectionEnd - box.selectionStart;
      if (box.value.length - replaced + added <= TAKEN_IN) return;
      event.preventDefault();
      onRefused(
        say('That is {value} characters and was not pasted. A message holds {value2}.', {
          value: inGroups(added),
          value2: inGroups(MESSAGE_MAX_LENGTH),
        }),
      );
    };
    box.addEventListener('beforeinput', refuseHuge);
    return () => box.removeEventListener('beforeinput', refuseHuge);
  }, [field, onRefused]);
}
