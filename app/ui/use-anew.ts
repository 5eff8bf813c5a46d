import { useState } from 'react';
import { useHydrated } from './use-hydrated.ts';

/**
 * The theme that the page is in, where React makes the whole page anew: it does when an error reaches the root, and
 * when what the server made is not what it expects. Undefined for the page that the server made.
 */
export function useAnew(): { readonly theme: string | undefined } | undefined {
  const isMade = useHydrated();
  // As it was at first: what was taken over is not made by that.
  const [anew] = useState(() =>
    isMade ? { theme: document.documentElement.dataset.theme } : undefined,
  );
  return anew;
}
