import type { Translations } from './translate.ts';

/** Spanish translations of the platform's sentences for visitors, keyed by the English text. */
export const PLATFORM_ES = {
  'Something went wrong': 'Algo salió mal',
  'No connection. It will be sent when you are back online.':
    'Sin conexión. Se enviará cuando vuelvas a estar en línea.',
  'Something went wrong on our side. Please try again.':
    'Algo salió mal por nuestra parte. Inténtalo de nuevo.',
  'That was too fast. Please try again in {wait}.':
    'Vas demasiado rápido. Inténtalo de nuevo en {wait}.',
  '{count} second|{count} seconds': { one: '{count} segundo', other: '{count} segundos' },
  'Verified email': 'Correo verificado',
  '{count} review|{count} reviews': { one: '{count} opinión', other: '{count} opiniones' },
  today: 'hoy',
  yesterday: 'ayer',
} as const satisfies Translations;

type PlatformWords = typeof PLATFORM_ES;

declare module './translate.ts' {
  // oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- It takes over the names.
  interface Sentences extends PlatformWords {}
}
