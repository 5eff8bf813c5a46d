import type { Translations } from '../platform/translate.ts';

/** Only the server uses these messages: errors, responses and emails. The keys are the English texts. */
export const REVIEWS_SERVER_ES = {
  'Please choose one of the published reasons': 'Elige uno de los motivos publicados',
  'Please keep it under {noteMaxLength} characters': 'No pases de {noteMaxLength} caracteres',
  'Please keep it under {replyMaxLength} characters': 'No pases de {replyMaxLength} caracteres',
  'Please say what in the review is the reason': 'Di qué de la opinión es el motivo',
  'Please write a reply': 'Escribe una respuesta',
  'Somebody else changed the reply meanwhile. It is shown as it is now; your text is kept here.':
    'Otra persona ha cambiado la respuesta entretanto. Se muestra como está ahora; tu texto sigue aquí.',
  'Somebody else decided about that review meanwhile. The list is up to date now.':
    'Otra persona ha decidido sobre esa opinión entretanto. La lista está al día.',
  'The reply is deleted.': 'La respuesta está borrada.',
  'The reply is public now.': 'La respuesta ya es pública.',
  'The review is hidden. The public log says when and for which reason.':
    'La opinión está oculta. El registro público dice cuándo y por qué motivo.',
  'The review is shown again.': 'La opinión vuelve a mostrarse.',
  'The review stays as it is, and its reports are settled.':
    'La opinión se queda como está y sus denuncias quedan resueltas.',
  'This review is gone. The list is up to date now.':
    'Esta opinión ya no está. La lista está al día.',
} as const satisfies Translations;

type ReviewsServerWords = typeof REVIEWS_SERVER_ES;

declare module '../platform/translate.ts' {
  // oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- It takes over the names.
  interface Sentences extends ReviewsServerWords {}
}
