import type { Translations } from '../platform/translate.ts';

/** Spanish texts of the server, keyed by their English wording. */
export const ASSISTANT_SERVER_ES = {
  'A draft is being written for you already. Wait for it, or stop it, and draft again.':
    'Ya se está redactando un borrador para ti. Espera a que llegue, o detenlo, y vuelve a pedirlo.',
  'Drafts are being written for several colleagues at this moment. Please draft again in a minute.':
    'En este momento se redactan borradores para varios compañeros. Vuelve a pedirlo en un minuto.',
  'Drafts by a model are turned off here.': 'Los borradores de un modelo están desactivados aquí.',
  'It breaks off before its end.': 'Se corta antes de su final.',
  'It names a source that it was not given.': 'Nombra una fuente que no se le dio.',
  'It names no source for what it says.': 'No nombra ninguna fuente de lo que dice.',
  'It says {quoted}, which no source that it names does.':
    'Dice {quoted}, y ninguna fuente que nombra lo dice.',
  'Something in square brackets stands for what was taken out before the model read it.':
    'Algo entre corchetes está en lugar de lo que se quitó antes de que el modelo lo leyera.',
  'Something went wrong on our side. Please draft again, or write the answer yourself.':
    'Algo ha fallado por nuestra parte. Vuelve a pedir el borrador o escribe la respuesta tú.',
  'The draft was interrupted. Please draft again.': 'El borrador se interrumpió. Vuelve a pedirlo.',
  'The model could not be asked.': 'No se pudo preguntar al modelo.',
  'The model wrote nothing.': 'El modelo no escribió nada.',
  'The model’s endpoint answered with no chat completion. Please tell an admin: MODEL_URL has to be looked at.':
    'El servicio del modelo no respondió con un texto de chat. Avisa a un administrador: hay que revisar MODEL_URL.',
  'The model’s endpoint does not know what it was asked for ({status}). Please tell an admin: MODEL_URL and MODEL_NAME have to be looked at.':
    'El servicio del modelo no conoce lo que se le pidió ({status}). Avisa a un administrador: hay que revisar MODEL_URL y MODEL_NAME.',
  'The model’s endpoint failed ({status}).': 'El servicio del modelo falló ({status}).',
  'The model’s endpoint has too much to do. Please draft again in a minute, or write the answer yourself.':
    'El servicio del modelo tiene demasiado que hacer. Vuelve a pedir el borrador en un minuto o escribe la respuesta tú.',
  'The model’s endpoint has too much to do. Please draft again in {seconds} seconds, or write the answer yourself.':
    'El servicio del modelo tiene demasiado que hacer. Vuelve a pedir el borrador en {seconds} segundos o escribe la respuesta tú.',
  'The model’s endpoint refused the key. Please tell an admin: MODEL_KEY has to be looked at.':
    'El servicio del modelo rechazó la clave. Avisa a un administrador: hay que revisar MODEL_KEY.',
  'The model’s endpoint sends its askers elsewhere, which is not followed. Please tell an admin: MODEL_URL has to name where it leads.':
    'El servicio del modelo remite a otra dirección, y no se sigue. Avisa a un administrador: MODEL_URL tiene que nombrar adónde lleva.',
  'The visitor has written nothing yet that could be answered.':
    'El visitante aún no ha escrito nada que se pueda responder.',
  'You can write the answer yourself, or draft again later.':
    'Puedes escribir la respuesta tú o pedir otro borrador más tarde.',
  '{quoted} is no price of a service or an offer that it names.':
    '{quoted} no es el precio de ningún servicio ni oferta que nombra.',
  '{quoted} is not how this shop is reached.':
    '{quoted} no es una forma de contactar con esta tienda.',
  '{quoted} stands in no source that it names.': '{quoted} no está en ninguna fuente que nombra.',
  'The number {quoted} is no price or number of what it names.':
    'El número {quoted} no es un precio ni un número de lo que nombra.',
  '{quoted} leads to no page of this shop.': '{quoted} no lleva a ninguna página de esta tienda.',
  'The model has not answered for a minute.|The model has not answered for {count} minutes.': {
    one: 'El modelo no responde desde hace un minuto.',
    other: 'El modelo no responde desde hace {count} minutos.',
  },
  'It is asked again in {seconds} seconds; until then please write the answer yourself.':
    'Se le vuelve a preguntar en {seconds} segundos; hasta entonces, escribe tú la respuesta.',
} as const satisfies Translations;

type AssistantServerWords = typeof ASSISTANT_SERVER_ES;

declare module '../platform/translate.ts' {
  // oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- It takes over the names.
  interface Sentences extends AssistantServerWords {}
}
