import { ASSISTANT_SERVER_ES } from '../assistant/server-words.es.server.ts';
import { ASSISTANT_TEAM_ES } from '../assistant/team-words.es.ts';
import { CHAT_ES } from '../chat/client/chat-words.es.ts';
import { CHAT_CLIENT_SERVER_ES } from '../chat/client/server-words.es.server.ts';
import { CONVERSATION_SERVER_ES } from '../chat/server-words.es.server.ts';
import { CONVERSATION_TEAM_ES } from '../chat/team-words.es.ts';
import { FILES_SERVER_ES } from '../files/server-words.es.server.ts';
import { MARKETPLACE_SERVER_ES } from '../shop/server-words.es.server.ts';
import { MARKETPLACE_TEAM_ES } from '../catalogue/team-words.es.ts';
import { ORDERS_PAGES_ES } from '../orders/orders-team.es.ts';
import { ORDERS_SERVER_ES } from '../orders/server-words.es.server.ts';
import { ELSEWHERE_ES } from '../chat/embed/words.es.ts';
import { INBOUND_MAIL_TEAM_ES } from '../inbound-email/team-words.es.ts';
import { registerMessages } from '../platform/translate.ts';
import { REFUSALS_ES } from '../platform/refusals.es.server.ts';
import { PLATFORM_SERVER_ES } from '../platform/server-words.es.server.ts';
import { PLATFORM_TEAM_ES } from '../platform/team-words.es.ts';
import { API_PAGE_ES } from '../api/server/words.es.server.ts';
import { REACH_SERVER_ES } from '../notifications/server-words.es.server.ts';
import { REACH_TEAM_ES } from '../notifications/team-words.es.ts';
import { REVIEWS_SERVER_ES } from '../reviews/server-words.es.server.ts';
import { REVIEWS_TEAM_ES } from '../reviews/team-words.es.ts';
import { TEAM_SERVER_ES } from '../accounts/server-words.es.server.ts';
import { TEAM_TEAM_ES } from '../accounts/team-words.es.ts';
import { SHELL_ES } from './shell-words.es.ts';
import { SITE_ES } from './words.es.ts';

export const TEAM_ES = {
  ...SHELL_ES,
  ...ASSISTANT_TEAM_ES,
  ...INBOUND_MAIL_TEAM_ES,
  ...CONVERSATION_TEAM_ES,
  ...MARKETPLACE_TEAM_ES,
  ...ORDERS_PAGES_ES,
  ...PLATFORM_TEAM_ES,
  ...REACH_TEAM_ES,
  ...REVIEWS_TEAM_ES,
  ...TEAM_TEAM_ES,
};

/** Only the server uses these messages: errors, answers to forms and emails. */
export const SERVER_ES = {
  ...REFUSALS_ES,
  ...ASSISTANT_SERVER_ES,
  ...CHAT_CLIENT_SERVER_ES,
  ...CONVERSATION_SERVER_ES,
  ...FILES_SERVER_ES,
  ...MARKETPLACE_SERVER_ES,
  ...ORDERS_SERVER_ES,
  ...PLATFORM_SERVER_ES,
  ...REACH_SERVER_ES,
  ...API_PAGE_ES,
  ...REVIEWS_SERVER_ES,
  ...TEAM_SERVER_ES,
};

// The server loads all messages. A browser loads only those of its page.
for (const words of [SITE_ES, CHAT_ES, ELSEWHERE_ES, TEAM_ES, SERVER_ES])
  registerMessages('es', words);
