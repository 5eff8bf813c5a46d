import type { Translations } from '../../platform/translate.ts';

/** Maps the English texts of the chat button and its status lines to Spanish. */
export const LAUNCHER_ES = {
  'CONTACT AGENT': 'CONTACTAR CON UN AGENTE',
  'Online • Ready to help': 'En línea • Listos para ayudar',
  'Usually answers within a minute': 'Suele responder en un minuto',
  'Usually answers within {minutes} minutes': 'Suele responder en {minutes} minutos',
  'Usually answers within {hours} hours': 'Suele responder en {hours} horas',
  'Open chat': 'Abrir chat',
  'Open chat, online': 'Abrir chat, en línea',
  'Open chat, {count} unread message|Open chat, {count} unread messages': {
    one: 'Abrir chat, {count} mensaje sin leer',
    other: 'Abrir chat, {count} mensajes sin leer',
  },
  'The chat could not be loaded. Please check your connection and try again.':
    'No se pudo cargar el chat. Comprueba tu conexión e inténtalo de nuevo.',
} as const satisfies Translations;

type LauncherWords = typeof LAUNCHER_ES;

declare module '../../platform/translate.ts' {
  // oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- It takes over the names.
  interface Sentences extends LauncherWords {}
}
