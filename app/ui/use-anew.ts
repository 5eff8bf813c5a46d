import { useState } from 'react';
import { useHydrated } from './use-hydrated.ts';

/**
 * Returns the current theme if React renders the whole page anew: after an error at the root or a hydration
 * mismatch. Returns undefined for the page rendered by the server.
 */
export function useAnew(): { readonly theme: string | undefined } | undefined {
  const isMade = useHydrated();
  // The first value is kept, because hydration itself must not count as a new rendering.
  const [anew] = useState(() =>
    isMade ? { theme: document.documentElement.dataset.theme } : undefined,
  );
  return anew;
}
