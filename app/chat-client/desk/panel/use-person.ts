import { useCallback, useEffect, useState } from 'react';
import { ApiError } from '../../../platform/api-client.ts';
import type { PersonView } from '../../../conversation/wire/person.ts';
import type { InboxStore } from '../inbox-store.ts';
import { personApi } from './person.ts';

/** Hints come in groups: of one message follow several. */
const SETTLE_MS = 300;

export interface Person {
  /** Null until it is read. */
  readonly view: PersonView | null;
  /** Why it could not be read, in words. */
  readonly problem: string | null;
  /** What was saved here, before the server is asked again. */
  readonly put: (change: Partial<PersonView>) => void;
  readonly again: () => void;
}

/** What is known about the visitor whose thread is open: read once, and again when it changes. */
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
