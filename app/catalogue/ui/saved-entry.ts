import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useNavigation } from 'react-router';
import { t } from '../../i18n/translate.ts';
import { browserStorage, loadJson, saveText } from '../../ui/browser-storage.ts';
import type { Texts } from '../protocol/read-texts.ts';
import type { EntryAnswer } from './entry-answer.tsx';
import type { EntryOnPage, FormOfEntry } from './entry-fields.tsx';

interface SavedCatalogueEntry {
  readonly typed: Texts;
  readonly shown: Texts;
}

const NOT_TYPED = new Set(['intent', 'kind', 'isWhole', 'shown', 'entry']);

/** The input is stored per user and tab, so that the next user of this computer finds nothing. */
const keyOf = (editor: string, { kind, id, texts, language }: FormOfEntry) =>
  ['entry_draft', editor, kind, id ?? texts.id ?? 'new', language ?? []].flat().join(':');

const forget = (key: string) => saveText(browserStorage('sessionStorage'), key, '');

/**
 * Restores unsaved input after a reload, a navigation or an expired session. A change that somebody else made
 * meanwhile is reported as if both forms were open at once.
 */
export function useRestored<Filled extends FormOfEntry>(
  editor: string,
  form: Filled,
  answer: EntryAnswer | undefined,
): EntryOnPage<Filled> {
  const key = keyOf(editor, form);
  const version = form.draft?.version;
  const [restored, setRestored] = useState<SavedCatalogueEntry & { readonly of: string }>();
  useEffect(() => {
    const saved = loadJson(browserStorage('sessionStorage'), key) as SavedCatalogueEntry | null;
    setRestored(saved ? { ...saved, of: `${key} ${version}` } : undefined);
    // A changed draft version comes from this form's own submission, so it must not restore the input again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key]);
  const isSaved = answer !== undefined && answer.isDone !== false;
  if (isSaved || restored?.of !== `${key} ${version}`) {
    return { editor, form, answer, isRestored: false };
  }
  const { typed, shown } = restored;
  const message = t('What you typed here before is back. It is not saved yet.');
  const back = { isDone: false, message, typed, faults: {}, shown };
  return { editor, form, answer: answer ?? back, isRestored: true };
}

/** Returns event handlers for the form element that store its input until it is saved. */
export function useKeeping({ editor, form, answer }: EntryOnPage<FormOfEntry>) {
  const key = keyOf(editor, form);
  const version = form.draft?.version;
  const isSent = useRef(false);
  const seen = useRef({ key, version });
  const { state } = useNavigation();
  useEffect(() => {
    // If the form is still mounted after the submission, the submission was rejected or got no response.
    if (state === 'idle') isSent.current = false;
  }, [state]);
  useEffect(() => {
    if (answer && answer.isDone !== false) forget(key);
  }, [answer, key]);
  useEffect(() => {
    const before = seen.current;
    seen.current = { key, version };
    // After a rejection, the new draft is a colleague's, and the user's input has not been saved.
    const isOurs = answer?.isDone !== false;
    if (isOurs && before.key === key && before.version !== version) forget(key);
  }, [answer, key, version]);
  // A submission that redirects was successful, so leaving the page discards the stored input.
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
