import type { InboxStore } from './inbox-store.ts';

/** Whoever was in the thread goes on at its row in the list: what had the focus is gone with it. */
export function closeThread(store: InboxStore): void {
  const row = document.querySelector<HTMLElement>('aside [role="listitem"] [aria-current="true"]');
  const { activeElement } = document;
  const isInside =
    activeElement !== document.body && !row?.closest('aside')?.contains(activeElement);
  store.thread.close();
  // On a phone the list is shown only then.
  if (row && isInside) requestAnimationFrame(() => row.focus());
}
