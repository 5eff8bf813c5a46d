import type { Availability } from '../protocol/views.ts';

/** A global variable, because the page's first script and the chat are separate bundles that share nothing else. */
const page = globalThis as { embarkaAvailability?: Promise<Availability | null> };

/**
 * Asks once per page if agents are available, for the launcher and every button. Resolves to null when the
 * request fails; the page then claims nothing.
 */
export function askAvailability(): Promise<Availability | null> {
  page.embarkaAvailability ??= fetch('/chat/availability')
    .then(async (answer) => (answer.ok ? ((await answer.json()) as Availability) : null))
    .catch(() => null);
  return page.embarkaAvailability;
}
