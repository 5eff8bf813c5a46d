import type { Translations } from './say.ts';

/** What this room says from the server alone, in refusals, answers and mails, in Spanish, by the English of it. */
export const PLATFORM_SERVER_ES = {
  'It is being sent at this moment.': 'Se está enviando en este momento.',
  'It is done, or somebody else gave it up.': 'Está hecho, o alguien lo descartó.',
  'The last try was not finished.': 'El último intento no terminó.',
  'The same waits already, and will be sent.': 'Lo mismo ya está en espera y se enviará.',
  'What it goes to is paused. Resume that, and it is sent.':
    'Su destino está en pausa. Reanúdalo y se envía.',
  'This is not the secret of MAIL_WEBHOOK_SECRET.': 'Este no es el secreto de MAIL_WEBHOOK_SECRET.',
  'That was too much. Please post it later.': 'Ha sido demasiado. Envíalo más tarde.',
  'Nobody of the team has this id.': 'Nadie del equipo tiene este id.',
  "'{name}' must be a whole number.": '«{name}» tiene que ser un número entero.',
  'That is longer than a code can be.': 'Es más largo de lo que puede ser un código.',
  'That is no answer of a passkey.': 'Eso no es una respuesta de una llave de acceso.',
  "The field '{field}'": 'El campo «{field}»',
  'The page after that {noun} does not exist.':
    'No existe la página posterior a ese elemento ({noun}).',
  'The request': 'La petición',
  'This request came from another site and was refused.':
    'Esta petición venía de otro sitio y se rechazó.',
  'You are signed out. Please sign in again.': 'Tu sesión está cerrada. Inicia sesión de nuevo.',
  'Your account needs a second factor first. Set one up under Your account.':
    'Tu cuenta necesita primero un segundo factor. Configúralo en Tu cuenta.',
  '{count} change|{count} changes': { one: '{count} cambio', other: '{count} cambios' },
  '{what} is missing or not what was expected.': '{what} falta o no es lo esperado.',
} as const satisfies Translations;

type PlatformServerWords = typeof PLATFORM_SERVER_ES;

declare module './say.ts' {
  // oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- It takes over the names.
  interface Sentences extends PlatformServerWords {}
}
