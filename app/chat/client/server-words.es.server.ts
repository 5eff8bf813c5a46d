import type { Translations } from '../../platform/translate.ts';

/** Maps the English texts that only the server uses (errors, responses and emails) to Spanish. */
export const CHAT_CLIENT_SERVER_ES = {
  message: 'mensaje',
} as const satisfies Translations;

type ChatClientServerWords = typeof CHAT_CLIENT_SERVER_ES;

declare module '../../platform/translate.ts' {
  // oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- It takes over the names.
  interface Sentences extends ChatClientServerWords {}
}
