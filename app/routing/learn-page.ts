import { loadChatMessages } from '../chat/client/load-messages.ts';
import { registerMessages } from '../platform/translate.ts';
import { learnPlace } from './learn-place.ts';
import { SITE_ES } from './words.es.ts';

/** Emails and the chat link to these pages. */
const OF_CHAT = /^(?:\/[a-z]{2})?\/(?:chat|order)\//;
/** Visitors of the shop itself never open the embedded chat. */
const FRAME = /^(?:\/[a-z]{2})?\/widget$/;

/** The message catalogues of the page must be complete before hydration compares the texts with the server's. */
export async function learnPage(): Promise<void> {
  registerMessages('es', SITE_ES);
  await learnPlace(location.pathname);
  if (FRAME.test(location.pathname)) {
    const { ELSEWHERE_ES } = await import('../chat/embed/words.es.ts');
    registerMessages('es', ELSEWHERE_ES);
    return;
  }
  if (!OF_CHAT.test(location.pathname)) return;
  const [{ ORDERS_ES }] = await Promise.all([import('../orders/words.es.ts'), loadChatMessages()]);
  registerMessages('es', ORDERS_ES);
}
