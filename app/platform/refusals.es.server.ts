import type { Translations } from './translate.ts';

/**
 * Spanish translations of sentences that only the server says, in errors and emails, keyed by the
 * English text; see `platform/errors.ts`.
 */
export const REFUSALS_ES = {
  ' and ': ' y ',
  'This site could not tell us who you are. Please enter your email address.':
    'Este sitio no ha podido decirnos quién eres. Escribe tu dirección de correo.',
  'This chat is no longer offered on this site. Please open it in a window of its own.':
    'Este chat ya no se ofrece en este sitio. Ábrelo en una ventana propia.',
  'Confirm your address for the chat with {brandName}':
    'Confirma tu dirección para el chat con {brandName}',
  'Somebody, probably you, gave this address in a chat with {brandName}. Confirm it, so that we know who is writing.':
    'Alguien, probablemente tú, dio esta dirección en un chat con {brandName}. Confírmala para que sepamos quién escribe.',
  'The link works once, for {hours} hours, in the browser that has the chat.':
    'El enlace funciona una vez, durante {hours} horas, en el navegador que tiene el chat.',
  'Or type this code into the chat, within {minutes} minutes: {code}':
    'O escribe este código en el chat antes de {minutes} minutos: {code}',
  'If it was not you, ignore this mail, and give the code to nobody: nothing follows from it.':
    'Si no fuiste tú, ignora este correo y no des el código a nadie: no pasará nada.',
  'You can also answer this mail: what you write appears in the chat.':
    'También puedes responder a este correo: lo que escribas aparecerá en el chat.',
  'No more mails about this conversation': 'No más correos sobre esta conversación',
  'An answer from {brandName}': 'Una respuesta de {brandName}',
  '{names} answered in the chat': '{names} ha respondido en el chat',
  '[File] {name}': '[Archivo] {name}',
  '{count} earlier answer is in the chat.|{count} earlier answers are in the chat.': {
    one: 'En el chat hay {count} respuesta anterior.',
    other: 'En el chat hay {count} respuestas anteriores.',
  },
  'Continue your chat with {brandName}': 'Continúa tu chat con {brandName}',
  'Somebody, probably you, asked in the chat for a link to go on with it on another device.':
    'Alguien, probablemente tú, pidió en el chat un enlace para continuarlo en otro dispositivo.',
  'The link works once, for {days} days, and moves the chat to the browser you open it in.':
    'El enlace funciona una vez, durante {days} días, y pasa el chat al navegador en el que lo abras.',
  'This address was given in a chat with {brandName}. If it was not you, ignore this mail: nothing follows from it.':
    'Esta dirección se dio en un chat con {brandName}. Si no fuiste tú, ignora este correo: no pasará nada.',
  'Confirm your review of {serviceTitle}': 'Confirma tu opinión sobre {serviceTitle}',
  'Somebody, probably you, reviewed {serviceTitle} at {brandName} with this address.':
    'Alguien, probablemente tú, opinó sobre {serviceTitle} en {brandName} con esta dirección.',
  "Open this link within two weeks to confirm that the review is yours. It then carries the mark 'Verified email'; your address is shown to nobody:":
    'Abre este enlace antes de dos semanas para confirmar que la opinión es tuya. Llevará entonces la marca «Correo verificado»; tu dirección no se muestra a nadie:',
  'If it was not you, you need not do anything: the review stays without the mark.':
    'Si no fuiste tú, no tienes que hacer nada: la opinión se queda sin la marca.',
  'A chat can be rated once it is answered and completed.':
    'Un chat se puede valorar cuando ha tenido respuesta y ha terminado.',
  'A message can be taken back for five minutes. This one is older: please write what should be known instead.':
    'Un mensaje se puede retirar durante cinco minutos. Este es más antiguo: escribe lo que haya que saber en su lugar.',
  'An order can be reviewed once it is completed.':
    'Un pedido se puede valorar cuando está terminado.',
  'Another file has this id already. Please add it again.':
    'Otro archivo ya tiene este identificador. Añádelo de nuevo.',
  'Another message has this id already. Please send it again.':
    'Otro mensaje ya tiene este identificador. Envíalo de nuevo.',
  'Please answer this, so that work can begin.': 'Responde a esto para que podamos empezar.',
  'Please choose what went wrong.': 'Elige qué salió mal.',
  'Please confirm your address first: the order and its papers are sent there.':
    'Confirma primero tu dirección: allí se envían el pedido y sus documentos.',
  'Please explain what went wrong.': 'Explica qué salió mal.',
  'Please say what should be changed.': 'Di qué habría que cambiar.',
  'Please write a message first.': 'Escribe primero un mensaje.',
  'Only what was typed can be taken back. An offer is withdrawn on its card.':
    'Solo se puede retirar lo que se escribió.',
  'Only whoever wrote a message can take it back.':
    'Solo quien escribió un mensaje puede retirarlo.',
  'Several links were sent to this address today. Please use the newest one, or try again tomorrow.':
    'Hoy se enviaron varios enlaces a esta dirección. Usa el más reciente o inténtalo mañana.',
  'That is more than this chat takes in an hour. Please try again later.':
    'Es más de lo que este chat admite en una hora. Inténtalo más tarde.',
  'That is not the code of the newest mail. Please check it and try again.':
    'No es el código del correo más reciente. Compruébalo e inténtalo de nuevo.',
  'The form did not arrive whole. Please send it again.':
    'El formulario no llegó completo. Envíalo de nuevo.',
  'The form has too many fields.': 'El formulario tiene demasiados campos.',
  'The order is paid already.': 'El pedido ya está pagado.',
  'The payment service cannot be reached at the moment. Nothing was charged. Please try again in a few minutes.':
    'El servicio de pago no está disponible ahora mismo. No se ha cobrado nada. Inténtalo en unos minutos.',
  'The payment service did not take this order. Nothing was charged. Please write to us in the chat.':
    'El servicio de pago no aceptó este pedido. No se ha cobrado nada. Escríbenos en el chat.',
  'The request is not valid JSON.': 'La petición no es JSON válido.',
  'The request is not what was expected.': 'La petición no es la esperada.',
  'The service is not available at the moment. Please try again shortly.':
    'El servicio no está disponible en este momento. Inténtalo de nuevo en breve.',
  'There is no room for files at the moment. Please try again later.':
    'Ahora mismo no hay espacio para archivos. Inténtalo más tarde.',
  'This chat can no longer be rated. Write a message to go on with it.':
    'Este chat ya no se puede valorar. Escribe un mensaje para continuarlo.',
  'This chat cannot be started. Please start a new one.':
    'Este chat no se puede iniciar. Empieza uno nuevo.',
  'This code has been used or has expired. Please ask for a new one.':
    'Este código se ha usado o ha caducado. Pide uno nuevo.',
  'This conversation is not available.': 'Esta conversación no está disponible.',
  'This file is complete.': 'Este archivo está completo.',
  'This file is not available.': 'Este archivo no está disponible.',
  'This file is still being taken back. Please try again in a moment.':
    'Este archivo aún se está retirando. Inténtalo de nuevo en un momento.',
  'This file was sent already.': 'Este archivo ya se envió.',
  'This form must be sent in UTF-8.': 'Este formulario debe enviarse en UTF-8.',
  'This link has been used or has expired. Each link works once, for a few days.':
    'Este enlace se ha usado o ha caducado. Cada enlace funciona una vez, durante unos días.',
  'This link has been used or has expired. The chat can send you a new one.':
    'Este enlace se ha usado o ha caducado. El chat puede enviarte uno nuevo.',
  'This link works in the browser that has the chat. Open it there, or type the code of the same mail into the chat.':
    'Este enlace funciona en el navegador que tiene el chat. Ábrelo allí o escribe en el chat el código del mismo correo.',
  'This message is not available.': 'Este mensaje no está disponible.',
  'This offer is not available.': 'Esta oferta no está disponible.',
  'This offer was accepted already.': 'Esta oferta ya se aceptó.',
  'This offer was declined already. Ask in the chat for a new one.':
    'Esta oferta ya se rechazó. Pide una nueva en el chat.',
  'This offer was withdrawn. Ask in the chat for a new one.':
    'Esta oferta se retiró. Pide una nueva en el chat.',
  'This page takes forms alone. Please send the form of the page itself.':
    'Esta página solo admite formularios. Envía el de la propia página.',
  'This service is not part of the order.': 'Este servicio no forma parte del pedido.',
  'This way of paying is not offered here.': 'Aquí no se ofrece esta forma de pago.',
  'Too many people are asking at the moment. Please try again in a few seconds.':
    'Hay demasiadas peticiones en este momento. Inténtalo en unos segundos.',
  'Whoever reads the mail of this chat wanted no more of it, so no link can be sent.':
    'Quien lee el correo de este chat no quiso recibir más, así que no se puede enviar ningún enlace.',
  'You have reviewed this service already.': 'Ya has opinado sobre este servicio.',
  'This message is too long. The limit is 4,000 characters.':
    'Este mensaje es demasiado largo. El límite son 4.000 caracteres.',
  'This name is too long. The limit is 80 characters.':
    'Este nombre es demasiado largo. El límite son 80 caracteres.',
  'This comment is too long. The limit is 1000 characters.':
    'Este comentario es demasiado largo. El límite son 1000 caracteres.',
  'Conversations in the chat are kept until you ask us to delete them.':
    'Las conversaciones del chat se guardan hasta que nos pidas borrarlas.',
  'Conversations in the chat are deleted {count} day after they ended.|Conversations in the chat are deleted {count} days after they ended.':
    {
      one: 'Las conversaciones del chat se borran {count} día después de terminar.',
      other: 'Las conversaciones del chat se borran {count} días después de terminar.',
    },
  'The email address you gave with a review is kept until you ask us to delete it.':
    'La dirección de correo que diste con una opinión se guarda hasta que nos pidas borrarla.',
  'The email address you gave with a review is deleted {count} day after you wrote it.|The email address you gave with a review is deleted {count} days after you wrote it.':
    {
      one: 'La dirección de correo que diste con una opinión se borra {count} día después de escribirla.',
      other:
        'La dirección de correo que diste con una opinión se borra {count} días después de escribirla.',
    },
  Post: 'Correo postal',
  'Too many files wait here already. Please send them, or remove some.':
    'Aquí ya esperan demasiados archivos. Envíalos o quita algunos.',
  'This order has as many files from you as it takes. Please send more in the chat.':
    'Este pedido ya tiene tantos archivos tuyos como admite. Envía más en el chat.',
  'Please send up to {count}, and untick the others.': 'Envía hasta {count} y desmarca los demás.',
  'Please choose a topic.': 'Elige un tema.',
} as const satisfies Translations;

type ServerWords = typeof REFUSALS_ES;

declare module './translate.ts' {
  // oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- It takes over the names.
  interface Sentences extends ServerWords {}
}
