import { useEffect, useState, type RefObject } from 'react';
import { getJson } from '../../platform/api-client.ts';
import { atWord, mentionOptions, type Mentionable } from '../../conversation/wire/mentions.ts';
import { useNextSelection } from './use-next-selection.ts';
import { useTypedWord, useWordPicker, type WordPicker } from './use-typed-word.ts';

/** The list of the team that an '@' opens in a note. */
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
