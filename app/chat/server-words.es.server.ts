import type { Translations } from '../platform/translate.ts';

/** Spanish texts of the server, keyed by their English wording: refusals, answers and emails. */
export const CONVERSATION_SERVER_ES = {
  'A file of this {carrier} is not available any more. Please add it again.':
    'Un archivo de «{carrier}» ya no está disponible. Añádelo de nuevo.',
  'A file of this {carrier} is not here yet. It is sent again when it is.':
    'Un archivo de «{carrier}» aún no ha llegado. Se enviará de nuevo cuando llegue.',
  'A file of this {carrier} was sent with another one already. Please remove it here.':
    'Un archivo de «{carrier}» ya se envió con otra cosa. Quítalo de aquí.',
  'A {carrier} can have a file only once.': 'En «{carrier}» un archivo solo puede ir una vez.',
  'Another note has this id already. Please send it again.':
    'Otra nota ya tiene este identificador. Envíala de nuevo.',
  brief: 'encargo',
  delivery: 'entrega',
  'Nobody else of this team accepts chats right now.':
    'Nadie más de este equipo acepta chats ahora mismo.',
  'Nobody has this visitor yet. Take them first.':
    'Nadie tiene aún a este visitante. Tómalo primero.',
  'Nothing is held about this address.': 'No se guarda nada sobre esta dirección.',
  'Only managers and admins can do this.':
    'Solo pueden hacerlo los gestores y los administradores.',
  'Only managers and admins write replies for everybody.':
    'Solo los gestores y los administradores escriben respuestas para todos.',
  'Please choose a time to come.': 'Elige un momento futuro.',
  'Please choose a time within a year.': 'Elige un momento dentro de un año.',
  'Please enter a number from 1 to {capacityAtMost}.':
    'Escribe un número del 1 al {capacityAtMost}.',
  'Please give the team a name.': 'Pon un nombre al equipo.',
  'Please keep it under {blockNoteMaxLength} characters':
    'No pases de {blockNoteMaxLength} caracteres',
  'Please name the label.': 'Pon un nombre a la etiqueta.',
  'Please say why, for your colleagues': 'Di por qué, para tus compañeros',
  "Please use 1 to {shortcutMaxLength} letters, digits and hyphens, such as 'next-steps'.":
    'Usa de 1 a {shortcutMaxLength} letras, cifras y guiones, como «next-steps».',
  'Please use at most {labelNameMaxLength} characters.':
    'Usa como máximo {labelNameMaxLength} caracteres.',
  'Please use at most {teamNameMaxLength} characters.':
    'Usa como máximo {teamNameMaxLength} caracteres.',
  'Please write a note first.': 'Escribe primero una nota.',
  'Please write days and times such as Mon-Fri 09:00-17:30, Sat 10:00-14:00, or nothing.':
    'Escribe días y horas como Mon-Fri 09:00-17:30, Sat 10:00-14:00, o nada.',
  'Please write the reply.': 'Escribe la respuesta.',
  'refund request': 'solicitud de reembolso',
  'Somebody else changed this team meanwhile: its line shows what it is now. What stands here replaces that if you save again.':
    'Otra persona ha cambiado este equipo entretanto: su línea muestra cómo es ahora. Lo que pone aquí lo sustituye si guardas otra vez.',
  'That is not your password.': 'Esa no es tu contraseña.',
  'The visitor has just written again. Please read that first.':
    'El visitante acaba de escribir de nuevo. Léelo primero.',
  'There are {labelsAtMost} labels already. Delete one that nobody needs first.':
    'Ya hay {labelsAtMost} etiquetas. Borra antes una que nadie necesite.',
  'There are {maxTeams} teams already. Delete one first.':
    'Ya hay {maxTeams} equipos. Borra uno primero.',
  "There is a label '{name}' already.": 'Ya hay una etiqueta «{name}».',
  'There is a reply /{shortcut} already.': 'Ya hay una respuesta /{shortcut}.',
  'There is a team with this name already.': 'Ya hay un equipo con este nombre.',
  'These are too many different hours.': 'Son demasiados horarios distintos.',
  'This colleague cannot take visitors.': 'Este compañero no puede tomar visitantes.',
  'This conversation is completed. Please reopen it first.':
    'Esta conversación ha terminado. Reábrela primero.',
  'This conversation is resolved. Please reopen it first.':
    'Esta conversación está resuelta. Reábrela primero.',
  'This label does not exist any more. Please choose another.':
    'Esta etiqueta ya no existe. Elige otra.',
  'This label does not exist any more. The list is up to date now.':
    'Esta etiqueta ya no existe. La lista está al día.',
  'This person does not answer visitors any more.': 'Esta persona ya no atiende a visitantes.',
  'This reply does not exist any more. The list is up to date now.':
    'Esta respuesta ya no existe. La lista está al día.',
  'This team was deleted by somebody else.': 'Otra persona ha borrado este equipo.',
  'This visitor is blocked already.': 'Este visitante ya está bloqueado.',
  'This visitor is not blocked any more.': 'Este visitante ya no está bloqueado.',
  'This visitor went back to the queue. You can take them from there.':
    'Este visitante ha vuelto a la cola. Puedes tomarlo desde allí.',
  '{displayName} has this visitor now.': 'Ahora {displayName} tiene a este visitante.',
  '{name} (not offered any more)': '{name} (ya no se ofrece)',
  '{holder} has this visitor. Take over first.':
    '{holder} tiene a este visitante. Hazte cargo primero.',
  '{who} has changed this note meanwhile. Yours is still here: read theirs, then save again.':
    '{who} ha cambiado esta nota entretanto. La tuya sigue aquí: lee la suya y guarda de nuevo.',
  'A visitor waits for an answer in the chat, and no agent who accepts chats is connected.':
    'Un visitante espera respuesta en el chat, y no hay conectado ningún agente que acepte chats.',
  'You can read the conversation and take it over here:':
    'Puedes leer la conversación y hacerte cargo aquí:',
  'An email to the shop was not accepted': 'No se aceptó un correo para la tienda',
  'An email to the shop became no message, because the address of its sender is temporary or cannot be answered. Please look whether a person wrote it, and answer by email.':
    'Un correo para la tienda no se convirtió en mensaje porque la dirección de su remitente es temporal o no se puede responder. Mira si lo escribió una persona y responde por correo.',
  'Open left-out emails': 'Abrir los correos descartados',
  'You get at most one of these emails a day.': 'Recibes como mucho uno de estos correos al día.',
  'There is one mail for a conversation.': 'Se envía un solo correo por conversación.',
  "'{name}' is saved.": '«{name}» está guardado.',
  '/{shortcut} is saved.': '/{shortcut} está guardada.',
  'Erased: {certificate}. The audit log keeps this, without the address.':
    'Borrado: {certificate}. El registro de auditoría guarda esto, sin la dirección.',
  'No mail server is set: the invitation to {email} is in the outbox folder, and its link in the log.':
    'No hay servidor de correo: la invitación a {email} está en la carpeta de salida, y su enlace en el registro.',
  'Please choose a colour.': 'Elige un color.',
  'Please type the address exactly': 'Escribe la dirección exactamente',
  'Reset complete! All data cleared and authentication reset.':
    '¡Datos borrados! Todo se ha borrado y la autenticación se ha restablecido.',
  'The chat is open to this visitor again.': 'El chat vuelve a estar abierto para este visitante.',
  'The invitation to {email} is on its way.': 'La invitación a {email} está en camino.',
  'The label is deleted.': 'La etiqueta está borrada.',
  'The team is deleted.': 'El equipo está borrado.',
  'The team {saved} is added.': 'El equipo {saved} está añadido.',
  'The team {saved} is saved.': 'El equipo {saved} está guardado.',
  'The visitor is blocked: they read what was said, and cannot write or start a chat.':
    'El visitante está bloqueado: lee lo que se dijo, y no puede escribir ni empezar un chat.',
  '{email} can sign in now, as {role}.': '{email} ya puede iniciar sesión, como {role}.',
  '{isIn} Nobody has proved that this address is theirs: make sure you know who asked.':
    '{isIn} Nadie ha demostrado que esta dirección sea suya: asegúrate de saber quién lo pidió.',
  '{brandName} Agent Dashboard': 'Panel de agentes de {brandName}',
  '{brandName} desk': 'Atención de {brandName}',
  'Answer the visitors of {brandName}.': 'Responde a los visitantes de {brandName}.',
  'Who wrote and has no answer yet': 'Quién ha escrito y aún no tiene respuesta',
  'Your open conversations': 'Tus conversaciones abiertas',
  'What comes back by itself': 'Lo que vuelve por sí solo',
  'That site is not in the list of those that may show the chat. Add it under Settings first.':
    'Ese sitio no está en la lista de los que pueden mostrar el chat. Añádelo antes en Ajustes.',
  'The visitor has begun another chat meanwhile. The one before stays resolved; you can reopen it.':
    'El visitante ha empezado otro chat entretanto. El anterior sigue resuelto; puedes reabrirlo.',
  'Somebody else is signed in here now. Sign in as yourself to send what you wrote.':
    'Ahora hay otra persona con la sesión iniciada aquí. Inicia la tuya para enviar lo que escribiste.',
} as const satisfies Translations;

type ConversationServerWords = typeof CONVERSATION_SERVER_ES;

declare module '../platform/translate.ts' {
  // oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- It takes over the names.
  interface Sentences extends ConversationServerWords {}
}
