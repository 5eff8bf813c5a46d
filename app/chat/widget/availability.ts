import { msg, sourceOf } from '../../i18n/sentence.ts';
import { deskDotOf, formatUsualWait, isStaffed } from '../protocol/desk-state.ts';
import type { Availability } from '../protocol/views.ts';
import { whenIdle } from '../../ui/when-idle.ts';

/** A global variable, because the page's first script and the chat are separate bundles that share nothing else. */
const page = globalThis as { embarkaAvailability?: Promise<Availability | null> };

export const ONLINE_LABEL = msg('Open chat, online');

/**
 * Shows the availability on a page before hydration, in the same elements and words as the components.
 * Returns a function that stops it when React takes over.
 */
export function showAvailability(): () => void {
  let isOver = false;
  const show = (availability: Availability | null) => {
    if (isOver || !availability || !isStaffed(availability.state)) return;
    for (const element of all('[data-online]')) element.hidden = false;
    for (const element of all('[data-dot]')) element.dataset.dot = deskDotOf(availability.state);
    // Pages carry their texts in attributes, because this script is part of every page and has no translations.
    const { usualMinutes } = availability;
    if (usualMinutes !== null) {
      const { dataset, lang } = document.documentElement;
      // A page without this attribute has the formats of its language, all with Latin digits.
      const time = formatUsualWait(usualMinutes, dataset.formats ?? `${lang}-u-nu-latn`);
      for (const element of all('[data-usual-answer]'))
        element.textContent = element.dataset.usualAnswer?.replace('{time}', time) ?? '';
    }
    for (const element of all('[data-chat-launcher]'))
      element.ariaLabel = element.dataset.onlineLabel ?? sourceOf(ONLINE_LABEL);
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
