import { useEffect, useState, type KeyboardEvent, type RefObject } from 'react';
import { getJson } from '../../platform/api-client.ts';
import { usePicker, type Picker } from '../../ui/use-picker.ts';
import {
  atWord,
  mentionOptions,
  type AtWord,
  type Mentionable,
} from '../../conversation/wire/mentions.ts';
import { useNextSelection } from './use-next-selection.ts';

export interface MentionPicker {
  /** Null while there is nobody to choose from. */
  readonly options: readonly Mentionable[] | null;
  readonly list: Picker;
  /** The text or the place of the caret has changed. */
  look(text: string, caret: number): void;
  /** True when the key was the picker's. */
  onKey(event: KeyboardEvent): boolean;
  readonly choose: (person: Mentionable) => void;
  close(): void;
}

/**
 * The list of the team that an '@' opens in a note: as that of a slash in a reply, the focus stays in
 * the box, arrows move, Enter or Tab inserts, Escape closes it until the next '@'.
 */
export function useMentionPicker(
  field: RefObject<HTMLTextAreaElement | null>,
  text: string,
  onChange: (text: string) => void,
): MentionPicker {
  const [word, setWord] = useState<AtWord | null>(null);
  const [dismissedAt, setDismissedAt] = useState<number | null>(null);
  const isOpen = word !== null && word.start !== dismissedAt;
  const people = useTeam(isOpen);
  const options = isOpen ? mentionOptions(word.query, people) : [];
  const list = usePicker(options.length, 0, word?.query);
  const selectNext = useNextSelection(field, text);

  function choose({ name }: Mentionable) {
    if (!word) return;
    const end = word.start + 1 + word.query.length;
    const rest = text.slice(end);
    const inserted = `@${name}${/^\s/.test(rest) ? '' : ' '}`;
    const caret = word.start + name.length + 2;
    selectNext(caret, caret);
    onChange(text.slice(0, word.start) + inserted + rest);
    setWord(null);
    field.current?.focus();
  }

  function onKey(event: KeyboardEvent): boolean {
    const active = options[list.active];
    if (!active || event.nativeEvent.isComposing) return false;
    if (event.key === 'Escape') setDismissedAt(word?.start ?? null);
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) choose(active);
    else if (!list.onKey(event)) return false;
    event.preventDefault();
    // Escape would close the thread as well.
    event.stopPropagation();
    return true;
  }

  return {
    options: options.length > 0 ? options : null,
    list,
    look(next, caret) {
      const found = atWord(next, caret) ?? null;
      if (found?.start !== word?.start) setDismissedAt(null);
      setWord(found);
    },
    onKey,
    choose,
    close: () => setWord(null),
  };
}

/** Read each time it is needed: somebody may have come to the team a minute ago. */
function useTeam(isNeeded: boolean): readonly Mentionable[] {
  const [people, setPeople] = useState<readonly Mentionable[]>([]);
  useEffect(() => {
    if (!isNeeded) return undefined;
    const abort = new AbortController();
    getJson<{ people: Mentionable[] }>('/agentchat/mentionable', abort.signal).then(
      (answer) => {
        if (!abort.signal.aborted) setPeople(answer.people);
      },
      // Without a connection nobody is offered; a name that is typed is understood all the same.
      () => {},
    );
    return () => abort.abort();
  }, [isNeeded]);
  return people;
}
