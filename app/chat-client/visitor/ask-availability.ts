import type { Availability } from '../../conversation/wire/views.ts';

/** Of the page: its first script and the chat ask from two files that share nothing else. */
const page = globalThis as { embarkaAvailability?: Promise<Availability | null> };

/**
 * Whether somebody could answer and is there to; asked once a page, for the launcher and for
 * every line beside a button. Null when it cannot be asked: nothing is claimed then.
 */
export function askAvailability(): Promise<Availability | null> {
  page.embarkaAvailability ??= fetch('/chat/availability')
    .then(async (answer) => (answer.ok ? ((await answer.json()) as Availability) : null))
    .catch(() => null);
  return page.embarkaAvailability;
}
