import { WIRE_ES } from '../protocol/words.es.ts';
import { OFFERS_ES } from '../../orders/protocol/words.es.ts';
import { CHAT_CLIENT_ES } from './words.es.ts';

export const CHAT_ES = { ...WIRE_ES, ...OFFERS_ES, ...CHAT_CLIENT_ES };
