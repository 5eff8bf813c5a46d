import type { Translations } from '../../platform/translate.ts';

/** Maps the English texts of the visitor chat to Spanish. */
export const CHAT_CLIENT_ES = {
  'Confirm your address': 'Confirma tu dirección',
  'Continue your chat': 'Continúa tu chat',
  'Add files': 'Añadir archivos',
  'Take a photo': 'Hacer una foto',
  Dismiss: 'Descartar',
  'Files to send': 'Archivos para enviar',
  '{count} ready to send': '{count} listos para enviar',
  '{count} added': '{count} añadidos',
  'Remove {name}': 'Quitar {name}',
  'Sending {name}': 'Enviando {name}',
  'Drop files to add them': 'Suelta archivos para añadirlos',
  '“{name}” is not in this browser any more. Please add it again.':
    '“{name}” ya no está en este navegador. Añádelo de nuevo.',
  'No connection. It is sent when you are back online.':
    'Sin conexión. Se enviará cuando vuelvas a estar en línea.',
  Download: 'Descargar',
  'Taken back.': 'Retirado.',
  '{pay}, {title}, opens in a new tab': '{pay}, {title}, se abre en una pestaña nueva',
  Offer: 'Oferta',
  '. Valid until': '. Válida hasta el',
  'Needed from the buyer:': 'Necesitamos de ti:',
  'Take back': 'Retirar',
  'That is {value} characters: the last {left} were left out. A message holds {limit}.':
    'Son {value} caracteres: los últimos {left} quedaron fuera. En un mensaje caben {limit}.',
  'There is no room for more than {value} characters. A message holds {limit}.':
    'No caben más de {value} caracteres. En un mensaje caben {limit}.',
  Today: 'Hoy',
  Yesterday: 'Ayer',
  'That is {value} characters and was not pasted. A message holds {value2}.':
    'Son {value} caracteres y no se ha pegado. En un mensaje caben {value2}.',
  'Write a message': 'Escribe un mensaje',
  'Write your question': 'Escribe tu pregunta',
  'Add your email to continue': 'Añade tu correo para continuar',
  'You can add files once the chat has begun: choose a topic first.':
    'Podrás añadir archivos cuando el chat haya empezado: elige primero un tema.',
  'Chat with {agentName}': 'Chat con {agentName}',
  'Connecting you to an agent...': 'Conectándote con un agente...',
  '{brandName} Support': 'Soporte de {brandName}',
  'No connection • Trying again...': 'Sin conexión • Reintentando...',
  'Please wait...': 'Espera, por favor...',
  'Agent is typing...': 'El agente está escribiendo...',
  'Away • We answer by email': 'Ausentes • Respondemos por correo',
  'You are number {place} in the queue': 'Eres el número {place} en la cola',
  ' to {email}': ' a {email}',
  'Your messages are kept': 'Guardamos tus mensajes',
  'Leave a message': 'Deja un mensaje',
  'We are back {value}.': 'Volvemos {value}.',
  'Nobody is here right now.': 'Ahora mismo no hay nadie.',
  '{who} {what}: the answer will also come by email{where}.':
    '{who} {what}: la respuesta llegará también por correo{where}.',
  'This is taking longer than usual. You need not wait here: the answer will also come by email{where}.':
    'Está tardando más de lo habitual. No hace falta que esperes aquí: la respuesta llegará también por correo{where}.',
  'An answer may take a little longer right now. It will also come by email{where}.':
    'La respuesta puede tardar un poco más ahora mismo. También llegará por correo{where}.',
  'Everybody is with somebody right now. You will be answered as soon as possible.':
    'Todos están atendiendo a alguien ahora mismo. Te responderemos lo antes posible.',
  'An answer usually takes a minute.': 'La respuesta suele tardar un minuto.',
  'An answer usually takes about {expectedMinutes} minutes.':
    'La respuesta suele tardar unos {expectedMinutes} minutos.',
  'Please type the six digits of the code in the mail.':
    'Escribe los seis dígitos del código del correo.',
  'A mail with a link and a code is on its way to':
    'Hemos enviado un correo con un enlace y un código a',
  'your address': 'tu dirección',
  '. Open the link in this browser, or type the code here within 15 minutes. If nothing arrives, look among unwanted mail: a mailbox gets only a few of these a day.':
    '. Abre el enlace en este navegador o escribe aquí el código antes de 15 minutos. Si no llega nada, mira en el correo no deseado: cada buzón recibe solo unos pocos de estos al día.',
  'Six-digit code': 'Código de seis dígitos',
  Confirm: 'Confirmar',
  Message: 'Mensaje',
  'Send message': 'Enviar mensaje',
  '{value} characters left': 'Quedan {value} caracteres',
  'Too long by {value} characters. A message holds {limit}.':
    'Sobran {value} caracteres. En un mensaje caben {limit}.',
  'Open the chat': 'Abrir el chat',
  'You chat with': 'Chateas con',
  'in this browser. Confirm that the address you gave there is yours: for 90 days we then know that it is you.':
    'en este navegador. Confirma que la dirección que diste es tuya: durante 90 días sabremos que eres tú.',
  'Not your chat? Close this page, and nothing happens.':
    '¿No es tu chat? Cierra esta página y no pasará nada.',
  'Thank you': 'Gracias',
  'is confirmed in this browser.': 'está confirmada en este navegador.',
  'Your chat with': 'Tu chat con',
  'goes on where it was.': 'sigue donde estaba.',
  'Address confirmed': 'Dirección confirmada',
  'A link is on its way to {value}. Open it on the other device: the chat moves there.':
    'Hemos enviado un enlace a {value}. Ábrelo en el otro dispositivo: el chat pasará a ese.',
  'your email': 'tu correo',
  'Continue on another device': 'Continuar en otro dispositivo',
  New: 'Nuevo',
  'This conversation is completed. Write a message to reopen it.':
    'Esta conversación ha terminado. Escribe un mensaje para reabrirla.',
  'Start a new chat instead': 'Empezar un chat nuevo',
  'Download transcript': 'Descargar transcripción',
  'Find a topic': 'Buscar un tema',
  '{count} topic found|{count} topics found': {
    one: '{count} tema encontrado',
    other: '{count} temas encontrados',
  },
  Transcript: 'Transcripción',
  Sound: 'Sonido',
  'Sound and vibration for answers': 'Sonido y vibración con cada respuesta',
  'Your email': 'Tu correo',
  'Your name (optional)': 'Tu nombre (opcional)',
  Continue: 'Continuar',
  'Will be sent once you choose a topic': 'Se enviará cuando elijas un tema',
  'Will be sent with your email': 'Se enviará con tu correo',
  Discard: 'Descartar',
  'You: ': 'Tú: ',
  'It could not be sent.': 'No se pudo enviar.',
  'Sending...': 'Enviando...',
  ' • Seen': ' • Visto',
  ' • Sent': ' • Enviado',
  Conversation: 'Conversación',
  'New messages': 'Mensajes nuevos',
  Latest: 'Lo último',
  'by email': 'por correo',
  'Finding the right person': 'Buscando a la persona adecuada',
  'You can start typing. Your agent will see it when they join.':
    'Puedes empezar a escribir. Tu agente lo verá cuando se una.',
  '{agent} is your agent': '{agent} es tu agente',
  '{agent} has joined': '{agent} se ha unido',
  Save: 'Guardar',
  'You declined this offer.': 'Rechazaste esta oferta.',
  'This offer was withdrawn.': 'Esta oferta se retiró.',
  'This offer is no longer valid. Ask for a new one.':
    'Esta oferta ya no es válida. Pide una nueva.',
  'You accepted this offer.': 'Aceptaste esta oferta.',
  'Open order': 'Abrir pedido',
  'Accept offer': 'Aceptar oferta',
  Decline: 'Rechazar',
  'The order and its papers are sent to your address, so please confirm it first. The offer is accepted as soon as you have.':
    'El pedido y sus documentos se envían a tu dirección, así que confírmala primero. La oferta quedará aceptada en cuanto lo hagas.',
  'Start new chat': 'Empezar otro chat',
  'Close chat': 'Cerrar chat',
  'Very bad': 'Muy mal',
  Bad: 'Mal',
  Okay: 'Regular',
  Good: 'Bien',
  'Very good': 'Muy bien',
  'How was this chat?': '¿Qué tal fue este chat?',
  'What should we know? (optional)': '¿Qué deberíamos saber? (opcional)',
  'Add comment': 'Añadir comentario',
  'Thank you. Your rating is saved.': 'Gracias. Tu valoración se ha guardado.',
  '{value} of 5: {word}': '{value} de 5: {word}',
  'Go on with your chat with': 'Continúa tu chat con',
  'in this browser. It then closes in the browser where it was open before.':
    'en este navegador. Después se cerrará en el navegador donde estaba abierto.',
  'Continue here': 'Continuar aquí',
  'Here it is': 'Aquí está',
  'Your chat is open in this browser now, at the bottom right.':
    'Tu chat ya está abierto en este navegador, abajo a la derecha.',
  'The chat itself needs JavaScript. Turn it on and reload this page.':
    'El chat necesita JavaScript. Actívalo y recarga esta página.',
  'This link is over': 'Este enlace ya no vale',
  'A chat that is open in another browser can send you a new one: choose “Continue on another device” there. Or start a new chat here.':
    'Un chat abierto en otro navegador puede enviarte uno nuevo: elige allí “Continuar en otro dispositivo”. O empieza aquí un chat nuevo.',
  'Start a chat': 'Empezar un chat',
  'Ask about {title}': 'Preguntar por {title}',
  'Start a new chat about it': 'Empezar un chat nuevo sobre esto',
  Topics: 'Temas',
  '{brandName}: conversation of {value}': '{brandName}: conversación del {value}',
  'Topic: {topic}': 'Tema: {topic}',
  'Service: {title}': 'Servicio: {title}',
  'The chat': 'El chat',
  You: 'Tú',
  '[File] {name} ({saySize})': '[Archivo] {name} ({saySize})',
  'Sorry, there was an error starting the chat. Please try again.':
    'Lo sentimos, hubo un error al iniciar el chat. Inténtalo de nuevo.',
  'Error saving your information. Please try again.':
    'Error al guardar tus datos. Inténtalo de nuevo.',
  'Please enter a valid email address.': 'Escribe una dirección de correo válida.',
  'The link could not be sent. Please check your connection and try again.':
    'No se pudo enviar el enlace. Comprueba tu conexión e inténtalo de nuevo.',
  'The mail could not be sent. Please check your connection and try again.':
    'No se pudo enviar el correo. Comprueba tu conexión e inténtalo de nuevo.',
  'The code did not arrive. Please check your connection and try again.':
    'El código no llegó. Comprueba tu conexión e inténtalo de nuevo.',
  'The name was not saved. Please check your connection and try again.':
    'No se guardó el nombre. Comprueba tu conexión e inténtalo de nuevo.',
  'It was not taken back. Please check your connection and try again.':
    'No se retiró. Comprueba tu conexión e inténtalo de nuevo.',
  'Your answer did not arrive. Please check your connection and try again.':
    'Tu respuesta no llegó. Comprueba tu conexión e inténtalo de nuevo.',
  'Your rating was not saved. Please check your connection and try again.':
    'No se guardó tu valoración. Comprueba tu conexión e inténtalo de nuevo.',
  'This chat is no longer open in this browser. Please choose a topic to start a new one.':
    'Este chat ya no está abierto en este navegador. Elige un tema para empezar uno nuevo.',
  'Your name: {name}. Change it': 'Tu nombre: {name}. Cambiarlo',
  'Add your name': 'Añade tu nombre',
  'Your orders': 'Tus pedidos',
  'Your orders could not be read. Please check your connection and try again.':
    'No se pudieron leer tus pedidos. Comprueba tu conexión e inténtalo de nuevo.',
  'You have no orders yet.': 'Aún no tienes pedidos.',
  'Credit for your next order:': 'Saldo para tu próximo pedido:',
  'Your credit of {amount} pays for it when you accept.':
    'Tu saldo de {amount} lo paga cuando aceptes.',
  'Your credit of {amount} pays for a part of it when you accept.':
    'Tu saldo de {amount} paga una parte cuando aceptes.',
} as const satisfies Translations;

type ChatClientWords = typeof CHAT_CLIENT_ES;

declare module '../../platform/translate.ts' {
  // oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- It takes over the names.
  interface Sentences extends ChatClientWords {}
}
