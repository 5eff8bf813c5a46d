import { CHAT_ES } from '../chat-client/chat-words.es.ts';
import { ELSEWHERE_ES } from '../chat-client/elsewhere/words.es.ts';
import { ORDERS_ES } from '../orders/words.es.ts';
import { learnWords } from '../platform/say.ts';
import { REFUSALS_ES } from '../platform/refusals.es.server.ts';
import { SITE_ES } from './words.es.ts';

// A server says everything; a browser learns what its page says.
for (const words of [SITE_ES, CHAT_ES, ELSEWHERE_ES, ORDERS_ES, REFUSALS_ES])
  learnWords('es', words);
