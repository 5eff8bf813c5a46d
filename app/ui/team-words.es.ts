import type { Translations } from '../platform/translate.ts';

/** Maps the English texts of shared portal components to Spanish. */
export const UI_TEAM_ES = {
  'A moment…': 'Un momento…',
  Commands: 'Órdenes',
  Copied: 'Copiado',
  Copy: 'Copiar',
  'Find among: {title}': 'Buscar entre: {title}',
  'Find …': 'Buscar …',
  'Go to or do anything': 'Ir a un sitio o hacer algo',
  'Nothing is called like that.': 'Nada se llama así.',
  'Show {toLowerCase}': 'Mostrar {toLowerCase}',
  'There is none yet.': 'Aún no hay ninguna.',
  '{length} found': '{length} encontradas',
} as const satisfies Translations;

type UiTeamWords = typeof UI_TEAM_ES;

declare module '../platform/translate.ts' {
  // oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- It takes over the names.
  interface Sentences extends UiTeamWords {}
}
