import { useEffect, useState } from 'react';
import { inboxApi } from './inbox-api.ts';
import { setBadge } from './badge.ts';

/** The polling interval of pages without a live connection. */
const EVERY_MS = 30_000;

/**
 * Returns the unread count for pages other than the dashboard: the initial value, then polled while the tab
 * is visible. `isLive` is true where the dashboard counts itself.
 */
export function useUnread(initial: number, isLive: boolean) {
  const [unread, setUnread] = useState(initial);
  useEffect(() => setUnread(initial), [initial]);
  useEffect(() => void setBadge(unread), [unread]);
  useEffect(() => {
    if (isLive) return undefined;
    const ask = () => {
      if (document.visibilityState !== 'visible') return;
      // A badge that is half a minute late is no reason for an error message.
      inboxApi.get('/agentchat/counts', {}).then(
        (answer) => setUnread(answer.unread),
        () => {},
      );
    };
    const timer = setInterval(ask, EVERY_MS);
    document.addEventListener('visibilitychange', ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [isLive]);
  return [unread, setUnread] as const;
}
