import type { Translations } from '../platform/translate.ts';

/** The keys are the English texts. */
export const REVIEWS_TEAM_ES = {
  ', review of {name}': ', opinión de {name}',
  '1 report': '1 denuncia',
  'A rating without text': 'Una valoración sin texto',
  'Any stars': 'Cualquier valoración',
  'Change reply…': 'Cambiar respuesta…',
  'Choose a reason': 'Elige un motivo',
  'Delete the reply': 'Borrar la respuesta',
  'Everybody reads it under the review. Do not write anything private in it.':
    'Todos la leen debajo de la opinión. No escribas en ella nada privado.',
  'For the team. The public log shows the reason alone.':
    'Para el equipo. El registro público muestra solo el motivo.',
  'Hide the review': 'Ocultar la opinión',
  'Hide…': 'Ocultar…',
  'Keep it, settle the reports': 'Dejarla y resolver las denuncias',
  'No report waits for a decision.': 'Ninguna denuncia espera una decisión.',
  'No such review is hidden.': 'No hay ninguna opinión así oculta.',
  'Our reply': 'Nuestra respuesta',
  'Public reply': 'Respuesta pública',
  'Publish the reply': 'Publicar la respuesta',
  'Published reason': 'Motivo publicado',
  'Reply…': 'Responder…',
  Reported: 'Denunciadas',
  'Save the reply': 'Guardar la respuesta',
  'Show again': 'Volver a mostrar',
  Stars: 'Estrellas',
  'the review of {name}': 'la opinión de {name}',
  'There is no such review.': 'No hay ninguna opinión así.',
  'What in the review is the reason': 'Qué de la opinión es el motivo',
  'Which reviews': 'Qué opiniones',
  '{count} stars': '{count} estrellas',
  '{reportCount} reports': '{reportCount} denuncias',
  'A review is hidden only for a published reason, and each decision appears without names in the':
    'Una opinión se oculta solo por un motivo publicado, y cada decisión aparece sin nombres en el',
} as const satisfies Translations;

type ReviewsTeamWords = typeof REVIEWS_TEAM_ES;

declare module '../platform/translate.ts' {
  // oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- It takes over the names.
  interface Sentences extends ReviewsTeamWords {}
}
