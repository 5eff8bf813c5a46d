import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { openLiveConnection } from '../../chat/client/live-connection.ts';

/** Many orders may change at once, for example when a job completes them. */
const RELOAD_AFTER_MS = 1000;

/** Loads the page again when an order that the member may see has changed, at most once a second. */
export function useLiveOrders(): void {
  const { revalidate } = useRevalidator();
  const latest = useRef(revalidate);
  useEffect(() => {
    latest.current = revalidate;
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const reloadSoon = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void latest.current();
      }, RELOAD_AFTER_MS);
    };
    let wasConnected = false;
    const live = openLiveConnection(
      { as: 'agent' },
      {
        subscribe: (socket) => void socket.on('orders', reloadSoon),
        onWake() {
          // The page is new when the connection opens for the first time.
          if (wasConnected) reloadSoon();
          wasConnected = true;
        },
        onStatus() {},
        onRefused: reloadSoon,
      },
    );
    return () => {
      clearTimeout(timer);
      live.close();
    };
  }, []);
}
