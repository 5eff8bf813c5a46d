import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useNavigation } from 'react-router';
import { say } from '../../../platform/say.ts';
import { browserStorage, loadJson, saveText } from '../../../ui/browser-storage.ts';
import type { Texts } from '../../entries/read-texts.ts';
import type { EntryAnswer } from './entry-answer.ts';
import type { EntryOnPage, FormOfEntry } from './entry-fields.tsx';

/** What was typed into the form of an entry and not saved, and what the form showed then. */
interface KeptEntry {
  readonly typed: Texts;
  readonly shown: Texts;
}

/** What the form says of itself. */
const NOT_TYPED = new Set(['intent', 'kind', 'isWhole', 'shown', 'entry']);

/** By tab and by who typed: the next person at this screen finds nothing. */
const keyOf = (editor: string, { kind, id, texts, language }: FormOfEntry) =>
  ['entry_draft', editor, kind, id ?? texts.id ?? 'new', language ?? []].flat().join(':');

const forget = (key: string) => saveText(browserStorage('sessionStorage'), key, '');

/**
 * The form of an entry with what was typed into it before the page went away: a reload, a look at another page or a
 * session that ended cost nothing. Somebody else's change meanwhile is told as it is when both are there at once.
 */
export function useRestored<Filled extends FormOfEntry>(
  editor: string,
  form: Filled,
  answer: EntryAnswer | undefined,
): EntryOnPage<Filled> {
  const key = keyOf(editor, form);
  const version = form.draft?.version;
  const [restored, setRestored] = useState<KeptEntry & { readonly of: string }>();
  useEffect(() => {
    const kept = loadJson(browserStorage('sessionStorage'), key) as KeptEntry | null;
    setRestored(kept ? { ...kept, of: `${key} ${version}` } : undefined);
    // Another draft underneath is the answer to what was sent from here.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key]);
  const isSaved = answer !== undefined && answer.isDone !== false;
  if (isSaved || restored?.of !== `${key} ${version}`) {
    return { editor, form, answer, isRestored: false };
  }
  const { typed, shown } = restored;
  const message = say('What you typed here before is back. It is not saved yet.');
  const back = { isDone: false, message, typed, faults: {}, shown };
  return { editor, form, answer: answer ?? back, isRestored: true };
}

/** Keeps what is typed into the form until it is saved: what its form element has to be given. */
export function useKeeping({ editor, form, answer }: EntryOnPage<FormOfEntry>) {
  const key = keyOf(editor, form);
  const version = form.draft?.version;
  const isSent = useRef(false);
  const seen = useRef({ key, version });
  const { state } = useNavigation();
  useEffect(() => {
    // Whoever is still here then was refused, or not heard.
    if (state === 'idle') isSent.current = false;
  }, [state]);
  useEffect(() => {
    if (answer && answer.isDone !== false) forget(key);
  }, [answer, key]);
  useEffect(() => {
    const before = seen.current;
    seen.current = { key, version };
    // With a refusal it is a colleague's draft that came, and what was typed is saved nowhere.
    const isOurs = answer?.isDone !== false;
    if (isOurs && before.key === key && before.version !== version) forget(key);
  }, [answer, key, version]);
  // An answer that leads elsewhere has saved it.
  useEffect(
    () => () => {
      if (isSent.current) forget(key);
    },
    [key],
  );
  return {
    onInput({ currentTarget }: FormEvent<HTMLFormElement>) {
      const typed = Object.fromEntries(
        [...new FormData(currentTarget)].filter(
          ([name, value]) => typeof value === 'string' && !NOT_TYPED.has(name),
        ),
      );
      const shown = { ...form.shown, ...answer?.shown };
      saveText(browserStorage('sessionStorage'), key, JSON.stringify({ typed, shown }));
    },
    onSubmit() {
      isSent.current = true;
    },
    forget: () => forget(key),
  };
}
