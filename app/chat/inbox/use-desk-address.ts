import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { addressOf, readInboxQuery } from './inbox-query.ts';
import type { InboxStore } from './inbox-store.ts';
import type { Move } from './thread-on-screen.ts';

/** Stored in the history entry of a conversation opened from the list: closing it then goes back. */
interface StepState {
  readonly isFromList: boolean;
}

/** Keeps the list and the open conversation in step with the URL, in both directions (rule 153). */
export function useDeskAddress(store: InboxStore): void {
  const { search: address, state } = useLocation();
  const navigate = useNavigate();
  const params = new URLSearchParams(address);
  const query = readInboxQuery(params, store.scopes);
  const conversationId = params.get('c');
  const search = params.get('q') ?? '';
  /**
   * The search texts that this page wrote to the URL, latest last. While the user types, the URL lags behind
   * the field.
   */
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
    // The history entry being left must keep the search text typed a moment ago.
    const typed = store.getState().search.text.trim();
    await writeSearch(typed);
    await navigate(addressOf(query, next, typed), {
      // Back should not return to a conversation that was closed.
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
    // The latest text has reached the URL, so no own navigation is pending.
    if (!isOwn || search === written.current.at(-1)) written.current = [];
    if (!isOwn && search !== store.getState().search.text) store.search.search(search);
  }, [store, search]);
  useEffect(() => store.thread.onMoved((next, how) => void move(next, how)), [store]);
  useEffect(() => void store.thread.follow(conversationId), [store, conversationId]);
  const { scope, view, order } = query;
  useEffect(() => void store.lists.show({ scope, view, order }), [store, scope, view, order]);
}
