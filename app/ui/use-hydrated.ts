import { useSyncExternalStore } from 'react';

/** A subscription for values that never change. */
export const neverChanges = () => () => {};

/**
 * Returns false on the server and during hydration; components first rendered in the browser get true
 * immediately.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
