import type { Translations } from '../../platform/translate.ts';

/** Maps the English texts that only the embedded chat uses to Spanish. */
export const ELSEWHERE_ES = {
  'The chat cannot be shown here.': 'El chat no se puede mostrar aquí.',
  'Open it in a window': 'Abrirlo en una ventana',
  'Your browser keeps no cookies for this chat here: it ends when you close this tab, and files cannot be added or opened.':
    'Tu navegador no guarda cookies de este chat aquí: termina cuando cierres esta pestaña, y no se pueden añadir ni abrir archivos.',
  'Your browser keeps nothing for this chat here: it ends when you leave this page, and files cannot be added or opened.':
    'Tu navegador no guarda nada de este chat aquí: termina cuando salgas de esta página, y no se pueden añadir ni abrir archivos.',
} as const satisfies Translations;

type FrameWords = typeof ELSEWHERE_ES;

declare module '../../platform/translate.ts' {
  // oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- It takes over the names.
  interface Sentences extends FrameWords {}
}
