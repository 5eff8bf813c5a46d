import type { Translations } from '../platform/say.ts';

/** What this room says to the team, in Spanish, by the English of it. */
export const ROUTES_TEAM_ES = {
  'A draft until you publish it.': 'Un borrador hasta que lo publiques.',
  'A fresh breeze': 'Una brisa fresca',
  'A review is hidden only for a published reason, and each decision appears without names in the':
    'Una opinión se oculta solo por un motivo publicado, y cada decisión aparece sin nombres en el',
  'All hands': 'Todos',
  'Answers you give often. Type / in the reply box to insert one.':
    'Respuestas que das a menudo. Escribe / en la caja de respuesta para insertar una.',
  'Confirm that this address is yours.': 'Confirma que esta dirección es tuya.',
  'Continue with {provider}': 'Continuar con {provider}',
  'Create Agent Account': 'Crear cuenta de agente',
  'Create the first admin': 'Crear el primer administrador',
  'Deletes visitors, conversations, messages and every account but yours. Reviews stay. There is no way back.':
    'Borra visitantes, conversaciones, mensajes y todas las cuentas menos la tuya. Las opiniones se quedan. No hay vuelta atrás.',
  'Every fleet': 'Toda flota',
  'Every publication there was, with who made it and when.':
    'Todas las publicaciones que ha habido, con quién las hizo y cuándo.',
  'Every visitor,': 'Cada visitante,',
  'First admin': 'Primer administrador',
  'For visitors and for conversations. They are put on in the panel beside a thread.':
    'Para visitantes y para conversaciones. Se ponen en el panel junto a una conversación.',
  'Forgot password': 'Contraseña olvidada',
  'Fresh canvas,': 'Lona nueva,',
  'Go to': 'Ir a',
  'Good answers': 'Las buenas respuestas',
  'hold better.': 'sujetan mejor.',
  'How visitors are answered, and what they say.': 'Cómo se atiende a los visitantes, y qué dicen.',
  'How you are told of visitors who wait for you while you are somewhere else. Nothing is sent for what you have read.':
    'Cómo se te avisa de los visitantes que te esperan mientras estás en otro sitio. No se envía nada de lo que ya has leído.',
  'Invitations work once, for seven days.':
    'Las invitaciones funcionan una vez, durante siete días.',
  'is on its way.': 'está en camino.',
  'It signs you out wherever you are signed in.': 'Cierra tu sesión en todas partes.',
  'Its state changes here, and nowhere else.': 'Su estado cambia aquí, y en ningún otro sitio.',
  'Join the team': 'Únete al equipo',
  'Join the team and start helping visitors.':
    'Únete al equipo y empieza a ayudar a los visitantes.',
  'needs a harbour.': 'necesita un puerto.',
  'on deck.': 'a cubierta.',
  'one clear view.': 'una vista clara.',
  'One more step': 'Un paso más',
  'Order {number}': 'Pedido {number}',
  'Part of the draft of this entry until you publish it. What is not translated reads as its source.':
    'Parte del borrador de esta entrada hasta que lo publiques. Lo que no está traducido se lee como su original.',
  'Please enter a whole number of chats.': 'Escribe un número entero de chats.',
  'Please search for less.': 'Busca algo más corto.',
  'Preview: {title}': 'Vista previa: {title}',
  'Read the documentation': 'Leer la documentación',
  'room aboard.': 'a bordo.',
  'same course.': 'mismo rumbo.',
  'Set a new password': 'Poner una contraseña nueva',
  'Sign in to answer your visitors.': 'Inicia sesión para atender a tus visitantes.',
  'That could not be completed.': 'Eso no se pudo completar.',
  'That was right. Now show your second factor.': 'Correcto. Ahora muestra tu segundo factor.',
  "The field 'topic' is missing or not what was expected.":
    'El campo «topic» falta o no es lo esperado.',
  'The page as it will be once the draft is published. Nobody else sees it.':
    'La página como será cuando se publique el borrador. Nadie más la ve.',
  'The whole catalogue as a file, to keep it in a spreadsheet and bring it back.':
    'Todo el catálogo como archivo, para llevarlo en una hoja de cálculo y traerlo de vuelta.',
  'The words of your shop. What you change here is a draft until you publish it.':
    'Las palabras de tu tienda. Lo que cambias aquí es un borrador hasta que lo publicas.',
  'There is': 'Hay sitio',
  'There is no such list.': 'No existe esa lista.',
  'There is no such table.': 'No existe esa tabla.',
  'There is nothing here.': 'Aquí no hay nada.',
  'These are too many for one file. Please filter them.':
    'Son demasiados para un archivo. Fíltralos.',
  'This account approves everybody else’s.': 'Esta cuenta aprueba las de todos los demás.',
  'travel far.': 'llegan lejos.',
  'Two ropes': 'Dos cabos',
  'Verify your email': 'Verifica tu correo',
  'We send you a link to set a new one.': 'Te enviamos un enlace para poner una nueva.',
  'What cannot be undone asks who you are. It is good for five minutes.':
    'Lo que no se puede deshacer pregunta quién eres. Vale durante cinco minutos.',
  'What is held about an email address, and who may not chat.':
    'Qué se guarda sobre una dirección de correo, y quién no puede chatear.',
  'What is to leave the house, and what could not.': 'Lo que tiene que salir, y lo que no pudo.',
  'What it will be once every draft of the content is published. Nobody else sees it.':
    'Cómo será cuando se publiquen todos los borradores del contenido. Nadie más lo ve.',
  'What other programs may ask, and what they are told.':
    'Qué pueden preguntar otros programas, y qué se les dice.',
  'What the catalogue is divided into, in the order in which visitors see it.':
    'En qué se divide el catálogo, en el orden en que lo ven los visitantes.',
  'What the marketplace says about itself, when it is open, and what it keeps.':
    'Qué dice la tienda de sí misma, cuándo abre y qué conserva.',
  'What was accepted, from payment to delivery, newest first.':
    'Lo que se aceptó, del pago a la entrega, lo más reciente primero.',
  'What would change, for everybody and at once: all of it, or what you leave ticked.':
    'Lo que cambiaría, para todos y de una vez: todo, o lo que dejes marcado.',
  'What you change here is a draft until you publish it. Visitors see nothing of it before.':
    'Lo que cambias aquí es un borrador hasta que lo publicas. Los visitantes no ven nada antes.',
  'Who answers visitors, and how many of them at once.':
    'Quién atiende a los visitantes, y a cuántos a la vez.',
  'Who answers which conversations.': 'Quién atiende qué conversaciones.',
  'Who did what to whom, newest first.': 'Quién hizo qué a quién, lo más reciente primero.',
  'Who works here, and who would like to.': 'Quién trabaja aquí, y a quién le gustaría.',
  'You are invited as': 'Te han invitado como',
  '{from} to {to}, {length} rows': 'del {from} al {to}, {length} filas',
  '{name} answers as many chats at once as everybody.':
    '{name} atiende tantos chats a la vez como todos.',
  '{name} answers up to {count} chat at once.|{name} answers up to {count} chats at once.': {
    one: '{name} atiende hasta {count} chat a la vez.',
    other: '{name} atiende hasta {count} chats a la vez.',
  },
  '{title} in Spanish': '{title} en español',
} as const satisfies Translations;

type RoutesTeamWords = typeof ROUTES_TEAM_ES;

declare module '../platform/say.ts' {
  // oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- It takes over the names.
  interface Sentences extends RoutesTeamWords {}
}
