import { useCallback, useEffect, useState } from 'react';
import { ApiError } from '../../../platform/api-client.ts';
import type { PersonView } from '../../protocol/person.ts';
import type { InboxStore } from '../inbox-store.ts';
import { personApi } from './person.ts';

/** Debounces hints, because one message causes several. */
const SETTLE_MS = 300;

export interface Person {
  /** Null until loaded. */
  readonly view: PersonView | null;
  readonly problem: string | null;
  /** Applies a saved change before the data is reloaded. */
  readonly put: (change: Partial<PersonView>) => void;
  readonly again: () => void;
}

export function usePerson(store: InboxStore, visitorId: string): Person {
  const [view, setView] = useState<PersonView | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [revision, setRevision] = useState(0);
  const again = useCallback(() => setRevision((before) => before + 1), []);

  useEffect(() => {
    const abort = new AbortController();
    personApi.read(visitorId, abort.signal).then(
      (read) => {
        if (abort.signal.aborted) return;
        setView(read);
        setProblem(null);
      },
      (error: unknown) => {
        if (abort.signal.aborted) return;
        if (!(error instanceof ApiError)) throw error;
        setProblem(error.message);
      },
    );
    return () => abort.abort();
  }, [visitorId, revision]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const off = store.hints.onPersonChanged((changedId) => {
      if (changedId !== visitorId) return;
      clearTimeout(timer);
      timer = setTimeout(again, SETTLE_MS);
    });
    return () => {
      clearTimeout(timer);
      off();
    };
  }, [store, visitorId, again]);

  const put = useCallback(
    (change: Partial<PersonView>) => setView((before) => before && { ...before, ...change }),
    [],
  );
  return { view, problem, put, again };
}
