import type { Availability } from '../../conversation/wire/views.ts';

let asked: Promise<Availability | null> | undefined;

/**
 * Whether somebody could answer and is there to; asked once a page, for the launcher and for
 * every line beside a button. Null when it cannot be asked: nothing is claimed then.
 */
export function askAvailability(): Promise<Availability | null> {
  asked ??= fetch('/chat/availability')
    .then(async (answer) => (answer.ok ? ((await answer.json()) as Availability) : null))
    .catch(() => null);
  return asked;
}
