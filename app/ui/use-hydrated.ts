import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False on the server and while React takes over what it made; from the beginning true for what is made here. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
