import { useEffect, useState } from 'react';
import { getJson } from '../../platform/api-client.ts';
import { setBadge } from './badge.ts';
import type { Figures } from './inbox-figures.ts';

/** How often a page that has no live connection asks. */
const EVERY_MS = 30_000;

/**
 * What is unread, for the pages beside the dashboard: as the page came, and asked for again while
 * somebody looks. `isLive` where the dashboard itself counts.
 */
export function useUnread(initial: number, isLive: boolean) {
  const [unread, setUnread] = useState(initial);
  useEffect(() => setUnread(initial), [initial]);
  useEffect(() => void setBadge(unread), [unread]);
  useEffect(() => {
    if (isLive) return undefined;
    const ask = () => {
      if (document.visibilityState !== 'visible') return;
      // A badge that is late for half a minute is no fault to tell anybody of.
      getJson<Figures>('/agentchat/counts').then(
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
