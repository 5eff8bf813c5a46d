import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { addressOf, readInboxQuery } from './inbox-query.ts';
import type { InboxStore } from './inbox-store.ts';
import type { Move } from './thread-on-screen.ts';

/** Kept with a step of the history that was taken from the list: leaving the thread goes back there. */
interface StepState {
  readonly isFromList: boolean;
}

/** The list and the thread that the address names, and the address of what was opened (DECISIONS 30). */
export function useDeskAddress(store: InboxStore): void {
  const { search: address, state } = useLocation();
  const navigate = useNavigate();
  const params = new URLSearchParams(address);
  const query = readInboxQuery(params, store.scopes);
  const conversationId = params.get('c');
  const search = params.get('q') ?? '';
  /** What this page puts there itself, the latest last: while one types, the box is ahead of it. */
  const written = useRef<readonly string[]>([]);

  const writeSearch = useEffectEvent(async (text: string) => {
    if (text === (written.current.at(-1) ?? search)) return;
    written.current = [...written.current, text];
    await navigate(addressOf(query, conversationId, text), {
      replace: true,
      preventScrollReset: true,
      state,
    });
  });
  const move = useEffectEvent(async (next: string | null, { replaces = false }: Move = {}) => {
    if (next === conversationId) return;
    const isFromList = (state as StepState | null)?.isFromList ?? false;
    if (next === null && isFromList) {
      await navigate(-1);
      return;
    }
    // What was typed a moment ago belongs to the step that one comes back to.
    const typed = store.getState().search.text.trim();
    await writeSearch(typed);
    await navigate(addressOf(query, next, typed), {
      // Nobody wants to go back to a thread they have closed.
      replace: next === null || replaces,
      preventScrollReset: true,
      state: {
        isFromList: next !== null && (replaces ? isFromList : conversationId === null),
      } satisfies StepState,
    });
  });
  useEffect(() => store.onSearched((text) => void writeSearch(text)), [store]);
  useEffect(() => {
    const isOwn = written.current.includes(search);
    // With the latest one here, nothing of this page is on its way any longer.
    if (!isOwn || search === written.current.at(-1)) written.current = [];
    if (!isOwn && search !== store.getState().search.text) store.search.search(search);
  }, [store, search]);
  useEffect(() => store.thread.onMoved((next, how) => void move(next, how)), [store]);
  useEffect(() => void store.thread.follow(conversationId), [store, conversationId]);
  const { scope, view, order } = query;
  useEffect(() => void store.lists.show({ scope, view, order }), [store, scope, view, order]);
}
