import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { addressOf, readInboxQuery } from './inbox-query.ts';
import type { InboxStore, Move } from './inbox-store.ts';

/** Kept with a step of the history that was taken from the list: leaving the thread goes back there. */
interface StepState {
  readonly isFromList: boolean;
}

/** The list and the thread that the address names, and the address of what was opened (DECISIONS 30). */
export function useDeskAddress(store: InboxStore): void {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const params = new URLSearchParams(search);
  const query = readInboxQuery(params, store.scopes);
  const conversationId = params.get('c');

  const move = useEffectEvent((next: string | null, { replaces = false }: Move = {}) => {
    if (next === conversationId) return;
    const isFromList = (state as StepState | null)?.isFromList ?? false;
    if (next === null && isFromList) void navigate(-1);
    else {
      void navigate(addressOf(query, next), {
        // Nobody wants to go back to a thread they have closed.
        replace: next === null || replaces,
        preventScrollReset: true,
        state: {
          isFromList: next !== null && (replaces ? isFromList : conversationId === null),
        } satisfies StepState,
      });
    }
  });
  useEffect(() => store.onMoved((next, how) => move(next, how)), [store]);
  useEffect(() => void store.follow(conversationId), [store, conversationId]);
  const { scope, view, order } = query;
  useEffect(() => void store.show({ scope, view, order }), [store, scope, view, order]);
}
