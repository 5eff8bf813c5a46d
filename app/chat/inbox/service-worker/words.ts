import type { Language } from '../../../platform/languages.ts';

interface Words {
  readonly reply: string;
  readonly writeReply: string;
  readonly isKept: string;
  readonly isKeptUntil: string;
  readonly signIn: string;
  readonly signInUntil: string;
  readonly notSent: string;
  readonly notTaken: string;
  readonly findAgain: string;
  readonly offline: string;
  readonly notKept: string;
  readonly tryAgain: string;
}

/** The worker shows these texts without a page, so it has them in every language. */
const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    reply: 'Reply',
    writeReply: 'Write a reply',
    isKept: 'Your reply is kept',
    isKeptUntil: 'It is sent as soon as there is a connection.',
    signIn: 'Sign in to send your reply',
    signInUntil: 'It is kept on this device until then.',
    notSent: 'Your reply was not sent',
    notTaken: 'The server did not take it.',
    findAgain: 'Open the conversation to find it again.',
    offline: 'Offline',
    notKept:
      'There is no connection, and the dashboard was not opened on this device since somebody signed in.',
    tryAgain: 'Try again',
  },
  es: {
    reply: 'Responder',
    writeReply: 'Escribe una respuesta',
    isKept: 'Tu respuesta está guardada',
    isKeptUntil: 'Se envía en cuanto haya conexión.',
    signIn: 'Inicia sesión para enviar tu respuesta',
    signInUntil: 'Hasta entonces queda guardada en este dispositivo.',
    notSent: 'Tu respuesta no se envió',
    notTaken: 'El servidor no la aceptó.',
    findAgain: 'Abre la conversación para encontrarla.',
    offline: 'Sin conexión',
    notKept:
      'No hay conexión, y el panel no se ha abierto en este dispositivo desde que alguien inició sesión.',
    tryAgain: 'Intentar de nuevo',
  },
};

/** English is the default, also for the language of a later release's push. */
export function wordsIn(language = 'en'): Words {
  return (WORDS as Readonly<Partial<Record<string, Words>>>)[language] ?? WORDS.en;
}
