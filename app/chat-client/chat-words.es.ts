import { WIRE_ES } from '../conversation/wire/words.es.ts';
import { OFFERS_ES } from '../orders/wire/words.es.ts';
import { CHAT_CLIENT_ES } from './words.es.ts';

/** What the chat says in Spanish. */
export const CHAT_ES = { ...WIRE_ES, ...OFFERS_ES, ...CHAT_CLIENT_ES };
