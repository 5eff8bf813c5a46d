import { ORDERS_TEAM_ES } from './team-words.es.ts';
import { ORDERS_ES } from './words.es.ts';

/** The team's pages reuse most of the sentences of the buyer's page. */
export const ORDERS_PAGES_ES = { ...ORDERS_ES, ...ORDERS_TEAM_ES };
