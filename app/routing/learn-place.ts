import { languageNow, registerMessages, type Translations } from '../platform/translate.ts';

type Words = () => Promise<Translations>;

const ASSISTANT: Words = async () =>
  (await import('../assistant/team-words.es.ts')).ASSISTANT_TEAM_ES;
const CONVERSATION: Words = async () =>
  (await import('../chat/team-words.es.ts')).CONVERSATION_TEAM_ES;
const INBOUND_MAIL: Words = async () =>
  (await import('../inbound-email/team-words.es.ts')).INBOUND_MAIL_TEAM_ES;
const MARKETPLACE: Words = async () =>
  (await import('../catalogue/team-words.es.ts')).MARKETPLACE_TEAM_ES;
const ORDERS: Words = async () => (await import('../orders/orders-team.es.ts')).ORDERS_PAGES_ES;
const PLATFORM: Words = async () => (await import('../platform/team-words.es.ts')).PLATFORM_TEAM_ES;
const REACH: Words = async () => (await import('../notifications/team-words.es.ts')).REACH_TEAM_ES;
const REVIEWS: Words = async () => (await import('../reviews/team-words.es.ts')).REVIEWS_TEAM_ES;
const TEAM: Words = async () => (await import('../accounts/team-words.es.ts')).TEAM_TEAM_ES;

const SHELL: Words = async () => (await import('./shell-words.es.ts')).SHELL_ES;

/** The team's pages need these message catalogues in addition, by the beginning of their path. */
const MODULES: readonly (readonly [path: RegExp, words: readonly Words[]])[] = [
  [/^\/agentchat(?![\w-])/, [CONVERSATION, ORDERS]],
  [/^\/(?:canned-replies|desk|reset)(?![\w-])/, [CONVERSATION]],
  [/^\/notifications\b/, [REACH]],
  [/^\/team\/(?:labels)\b/, [CONVERSATION]],
  [/^\/team\/reports\b/, [ASSISTANT, CONVERSATION, ORDERS]],
  [/^\/team\/visitors\b/, [CONVERSATION, PLATFORM, ORDERS]],
  [/^\/team\/orders\b/, [ORDERS]],
  [/^\/team\/(?:catalogue|content)\b/, [MARKETPLACE]],
  [/^\/team\/(?:api|webhooks)\b/, [REACH, ORDERS]],
  [/^\/team\/emails\b/, [INBOUND_MAIL]],
  [/^\/team\/audit\b/, [PLATFORM, TEAM, ORDERS]],
  [/^\/team\/reviews\b/, [REVIEWS]],
  [/^\/team\/settings\b/, [ASSISTANT, INBOUND_MAIL, PLATFORM, TEAM]],
  [/^\/team\/(?:outbox|account|confirm)\b/, [TEAM]],
  [/^\/team\/?$/, [CONVERSATION, TEAM]],
  [
    /^\/(?:login|create-account|verify-email|forgot-password|reset-password|setup|invitation)\b/,
    [TEAM],
  ],
];

/** Returns undefined for a page that is not the team's. */
export async function wordsOfPlace(pathname: string): Promise<readonly Translations[] | undefined> {
  const rooms = MODULES.find(([path]) => path.test(pathname))?.[1];
  return rooms && Promise.all([SHELL, ...rooms].map((words) => words()));
}

/** English needs no messages. */
export async function learnPlace(pathname: string): Promise<void> {
  if (languageNow() !== 'es') return;
  for (const words of (await wordsOfPlace(pathname)) ?? []) registerMessages('es', words);
}
