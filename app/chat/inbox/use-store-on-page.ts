import { useEffect } from 'react';
import { openVisitorsWith } from './find-visitors.ts';
import type { InboxStore } from './inbox-store.ts';
import { clearNotices, notify, onNoticeClicked } from './notify.ts';

export function useStoreOnPage(store: InboxStore, shownId: string | null): void {
  useEffect(() => store.connect(), [store]);
  useEffect(
    () =>
      store.hints.onUnseen(
        (toast) => void notify(toast, () => void store.thread.open(toast.visitorId)),
      ),
    [store],
  );
  useEffect(() => openVisitorsWith((visitorId) => void store.thread.open(visitorId)), [store]);
  useEffect(() => onNoticeClicked((visitorId) => void store.thread.open(visitorId)), [store]);
  useEffect(() => {
    if (shownId) void clearNotices(shownId);
  }, [shownId]);
  useEffect(() => {
    const markRead = () => store.thread.markRead();
    document.addEventListener('visibilitychange', markRead);
    return () => document.removeEventListener('visibilitychange', markRead);
  }, [store]);
}
