import type { Translations } from '../platform/translate.ts';

export const FILES_SERVER_ES = {
  'A message can have up to {sayFileCount}.': 'Un mensaje puede llevar hasta {sayFileCount}.',
  'An upload needs an id and a name.': 'Una subida necesita un identificador y un nombre.',
  'That is more than this order takes in an hour. Please try again later.':
    'Es más de lo que este pedido admite en una hora. Inténtalo más tarde.',
  'That is too large to send.': 'Eso es demasiado grande para enviarlo.',
  'This form must say how long it is.': 'Este formulario tiene que decir lo largo que es.',
  '“{name}” could not be prepared yet. It is tried again.':
    'Aún no se ha podido preparar «{name}». Se intenta de nuevo.',
  '“{name}” waits to be checked for viruses. It is tried again.':
    '«{name}» espera a que se compruebe si tiene virus. Se intenta de nuevo.',
  '“{name}” was not added. Up to {sayFileCount} can be sent at once.':
    'No se añadió «{name}». Se pueden enviar hasta {sayFileCount} a la vez.',
  '“{name}” was not added: a picture of this kind may tell where it was taken. Please add it as JPEG, or in a ZIP archive if it has to stay as it is.':
    'No se añadió «{name}»: una imagen de este tipo puede decir dónde se tomó. Añádela como JPEG, o en un archivo ZIP si tiene que quedar como está.',
  '“{name}” was not added: a video of this kind may tell where it was taken. Please add it as MP4, or in a ZIP archive if it has to stay as it is.':
    'No se añadió «{name}»: un vídeo de este tipo puede decir dónde se grabó. Añádelo como MP4, o en un archivo ZIP si tiene que quedar como está.',
  '“{name}” was not added: a virus was found in it.':
    'No se añadió «{name}»: se encontró un virus.',
  '“{name}” was not added: {why}.': 'No se añadió «{name}»: {why}.',
  'it has several pages. Please add it as PDF': 'tiene varias páginas. Añádelo como PDF',
  'all its frames together have more than 64 million pixels. Please add it as a video':
    'todos sus fotogramas juntos tienen más de 64 millones de píxeles. Añádela como vídeo',
  'Too many files wait here to be sent at the moment. Please try again in a few minutes.':
    'En este momento hay demasiados archivos a la espera de enviarse. Inténtalo de nuevo en unos minutos.',
} as const satisfies Translations;

type FilesServerWords = typeof FILES_SERVER_ES;

declare module '../platform/translate.ts' {
  // oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- It takes over the names.
  interface Sentences extends FilesServerWords {}
}
