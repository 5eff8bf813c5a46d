import { ORDERS_TEAM_ES } from './team-words.es.ts';
import { ORDERS_ES } from './words.es.ts';

/** What the team's pages of orders say in Spanish: much of it is what the buyer's page says. */
export const ORDERS_PAGES_ES = { ...ORDERS_ES, ...ORDERS_TEAM_ES };
