import { learnChatWords } from '../chat-client/learn-words.ts';
import { learnWords } from '../platform/say.ts';
import { learnPlace } from './learn-place.ts';
import { SITE_ES } from './words.es.ts';

/** The pages of the chat and its orders, which mails and the chat lead to. */
const OF_CHAT = /^(?:\/[a-z]{2})?\/(?:chat|order)\//;
/** The frame in another site's page, which no visitor of ours opens. */
const FRAME = /^(?:\/[a-z]{2})?\/widget$/;

/** All that this page says, before React compares it with what the server said. */
export async function learnPage(): Promise<void> {
  learnWords('es', SITE_ES);
  await learnPlace(location.pathname);
  if (FRAME.test(location.pathname)) {
    const { ELSEWHERE_ES } = await import('../chat-client/elsewhere/words.es.ts');
    learnWords('es', ELSEWHERE_ES);
    return;
  }
  if (!OF_CHAT.test(location.pathname)) return;
  const [{ ORDERS_ES }] = await Promise.all([import('../orders/words.es.ts'), learnChatWords()]);
  learnWords('es', ORDERS_ES);
}
