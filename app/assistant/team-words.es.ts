import type { Translations } from '../platform/translate.ts';

/** Spanish texts for the team, keyed by their English wording. */
export const ASSISTANT_TEAM_ES = {
  'A model can draft answers and summaries, which a person reads, changes and sends. Nothing is ever sent by itself.':
    'Un modelo puede redactar respuestas y resúmenes, que una persona lee, cambia y envía. Nunca se envía nada por sí solo.',
  Answers: 'Respuestas',
  'Asked for': 'Pedidos',
  Drafts: 'Borradores',
  'Drafts by a model': 'Borradores de un modelo',
  'Drafts by agent': 'Borradores por agente',
  Dropped: 'Descartados',
  'Former colleague': 'Antiguo compañero',
  'In doubt': 'Con dudas',
  'In them email addresses, telephone numbers, numbers of cards and accounts, secret links and the visitor’s name are replaced first. Other words that people write about themselves are not: nobody can recognise them all.':
    'En ellos se sustituyen antes las direcciones de correo, los números de teléfono, de tarjetas y de cuentas, los enlaces secretos y el nombre del visitante. Otras palabras que la gente escribe sobre sí misma no: nadie puede reconocerlas todas.',
  'No model is named, and nothing is sent to any: whoever runs this server names one at start with MODEL_URL and MODEL_NAME.':
    'No hay ningún modelo indicado y no se envía nada a ninguno: quien lleva este servidor indica uno en el arranque con MODEL_URL y MODEL_NAME.',
  'None came': 'No llegó',
  'Not decided': 'Sin decidir',
  'off: nothing is sent to the model from now on, and no button offers it.':
    'off: desde ahora no se envía nada al modelo y ningún botón lo ofrece.',
  'Private notes, lasting notes and labels, other conversations, files and their names, what was taken back, addresses and orders of visitors, and names of the team.':
    'Notas privadas, notas duraderas y etiquetas, otras conversaciones, archivos y sus nombres, lo que se retiró, direcciones y pedidos de visitantes, y nombres del equipo.',
  'Sent as drafted': 'Enviados tal cual',
  'Sent edited': 'Enviados con cambios',
  Summaries: 'Resúmenes',
  'The audit log keeps who asked for a draft in which conversation. Please see to it that your privacy policy names whoever runs the model.':
    'El registro de auditoría guarda quién pidió un borrador y en qué conversación. Procura que tu política de privacidad nombre a quien lleva el modelo.',
  'The last messages of that one conversation: {answers} for an answer, {summaries} for a summary, at most {answerLength} and {summaryLength} characters. Of each: what was written, and whether by the visitor or the team.':
    'Los últimos mensajes de esa conversación: {answers} para una respuesta, {summaries} para un resumen, como mucho {answerLength} y {summaryLength} caracteres. De cada uno: lo que se escribió, y si fue el visitante o el equipo.',
  'The name of the model, and the key to its endpoint.':
    'El nombre del modelo y la clave de su servicio.',
  'The services that fit, with their prices; offers made in that conversation; parts of the refund policy, terms and privacy policy; canned replies that fit; name, email, telephone and hours of the shop.':
    'Los servicios que encajan, con sus precios; las ofertas hechas en esa conversación; partes de la política de reembolsos, de las condiciones y de la política de privacidad; las respuestas guardadas que encajan; nombre, correo, teléfono y horario de la tienda.',
  'This is never sent:': 'Esto no se envía nunca:',
  'What nobody sent within a day counts as dropped. In doubt: something stood in none of the sources, and was shown before it could be used.':
    'Lo que nadie envió en un día cuenta como descartado. Con dudas: algo no estaba en ninguna de las fuentes, y se mostró antes de poder usarlo.',
  'With each draft that somebody of the team asks for, this is sent to':
    'Con cada borrador que pide alguien del equipo se envía esto a',
} as const satisfies Translations;

type AssistantTeamWords = typeof ASSISTANT_TEAM_ES;

declare module '../platform/translate.ts' {
  // oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- It takes over the names.
  interface Sentences extends AssistantTeamWords {}
}
