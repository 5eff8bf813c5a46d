import { deskDotOf, isStaffed } from '../../conversation/wire/desk-state.ts';
import type { Availability } from '../../conversation/wire/views.ts';
import { askAvailability } from './ask-availability.ts';
import { usualText } from './usual-text.ts';
import { whenIdle } from '../../ui/when-idle.ts';

export const ONLINE_LABEL = 'Open chat, online';

/**
 * Says that somebody is there, on a page that React has not taken over: in the elements of the
 * launcher and of each line beside a button, and as they would say it themselves. Returns the
 * function that leaves it to them.
 */
export function showAvailability(): () => void {
  let isOver = false;
  const show = (availability: Availability | null) => {
    if (isOver || !availability || !isStaffed(availability.state)) return;
    for (const element of all('[data-online]')) element.hidden = false;
    for (const element of all('[data-dot]')) element.dataset.dot = deskDotOf(availability.state);
    // A page in another language has its words with it: this script, which all pages carry, has none.
    for (const element of all('[data-usual-answer]')) {
      const words = element.dataset.usualAnswer?.split('|') ?? [];
      element.textContent = usualText(availability, words.length === 3 ? words : undefined);
    }
    for (const element of all('[data-chat-launcher]'))
      element.ariaLabel = element.dataset.onlineLabel ?? ONLINE_LABEL;
  };
  const cancel = whenIdle(() => void askAvailability().then(show));
  return () => {
    isOver = true;
    cancel();
  };
}

function all(selector: string): NodeListOf<HTMLElement> {
  return document.querySelectorAll<HTMLElement>(selector);
}
