import { useSyncExternalStore } from 'react';

/** For `useSyncExternalStore`, of what never changes once it is known. */
export const neverChanges = () => () => {};

/** False on the server and while React takes over what it made; from the beginning true for what is made here. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
