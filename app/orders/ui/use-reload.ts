import { useEffect } from 'react';
import { useNavigation, useRevalidator } from 'react-router';

const RELOAD_EVERY_MS = 5000;

/**
 * Reads the page's data again regularly while the page is visible, because payments, deliveries and comments happen in
 * other processes. Values typed into forms are kept.
 */
export function useReload(isOver = false): void {
  const { revalidate } = useRevalidator();
  const { state } = useNavigation();
  const mayChange = state === 'idle' && !isOver;
  useEffect(() => {
    const look = () => {
      if (mayChange && document.visibilityState === 'visible') void revalidate();
    };
    const timer = setInterval(look, RELOAD_EVERY_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [mayChange, revalidate]);
}
