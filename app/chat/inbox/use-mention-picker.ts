import { useEffect, useState, type RefObject } from 'react';
import { getJson } from '../../platform/api-client.ts';
import { atWord, mentionOptions, type Mentionable } from '../protocol/mentions.ts';
import { useNextSelection } from './use-next-selection.ts';
import { useTypedWord, useWordPicker, type WordPicker } from './use-typed-word.ts';

/** Opens the list of people when '@' is typed in a note. */
export function useMentionPicker(
  field: RefObject<HTMLTextAreaElement | null>,
  text: string,
  onChange: (text: string) => void,
): WordPicker<Mentionable> {
  const typed = useTypedWord(atWord);
  const people = useTeam(typed.open !== null);
  const options = typed.open ? mentionOptions(typed.open.query, people) : [];
  const selectNext = useNextSelection(field, text);
  return useWordPicker(typed, options, ({ name }, { start, query }) => {
    const rest = text.slice(start + 1 + query.length);
    const inserted = `@${name}${/^\s/.test(rest) ? '' : ' '}`;
    const caret = start + name.length + 2;
    selectNext(caret, caret);
    onChange(text.slice(0, start) + inserted + rest);
    field.current?.focus();
  });
}

/** Loads the people each time the list opens, because somebody may have just joined. */
function useTeam(isNeeded: boolean): readonly Mentionable[] {
  const [people, setPeople] = useState<readonly Mentionable[]>([]);
  useEffect(() => {
    if (!isNeeded) return undefined;
    const abort = new AbortController();
    getJson<{ people: Mentionable[] }>('/agentchat/mentionable', abort.signal).then(
      (answer) => {
        if (!abort.signal.aborted) setPeople(answer.people);
      },
      // Without a connection there are no suggestions, but a typed name still counts as a mention.
      () => {},
    );
    return () => abort.abort();
  }, [isNeeded]);
  return people;
}
