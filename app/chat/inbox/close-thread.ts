import type { InboxStore } from './inbox-store.ts';

/** Closes the conversation and moves the focus to its row in the list, because the focused element disappears. */
export function closeThread(store: InboxStore): void {
  const row = document.querySelector<HTMLElement>('aside [role="listitem"] [aria-current="true"]');
  const { activeElement } = document;
  const isInside =
    activeElement !== document.body && !row?.closest('aside')?.contains(activeElement);
  store.thread.close();
  // On a phone the list is visible only after the conversation has closed.
  if (row && isInside) requestAnimationFrame(() => row.focus());
}
