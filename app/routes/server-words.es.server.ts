import type { Translations } from '../platform/say.ts';

/** What this room says from the server alone, in refusals, answers and mails, in Spanish, by the English of it. */
export const ROUTES_SERVER_ES = {
  "'{name}' is saved.": '«{name}» está guardado.',
  "'{name}' must be a whole number.": '«{name}» tiene que ser un número entero.',
  '/{shortcut} is saved.': '/{shortcut} está guardada.',
  'A test is on its way. Its delivery is listed below.':
    'Una prueba está en camino. Su entrega aparece abajo.',
  'Copy the key now: it is not shown again.': 'Copia la clave ahora: no se vuelve a mostrar.',
  'Copy the new signing secret now: it is not shown again. For a day the former one signs beside it.':
    'Copia el secreto de firma nuevo ahora: no se vuelve a mostrar. Durante un día el anterior firma a su lado.',
  'Copy the signing secret now: it is not shown again.':
    'Copia el secreto de firma ahora: no se vuelve a mostrar.',
  'Delivered. The buyer is told by mail.': 'Entregado. Se avisa al comprador por correo.',
  'Erased: {certificate}. The audit log keeps this, without the address.':
    'Borrado: {certificate}. El registro de auditoría guarda esto, sin la dirección.',
  'It has the value set at start again. What you typed elsewhere is not saved yet.':
    'Vuelve a tener el valor del arranque. Lo que escribiste en otros campos aún no está guardado.',
  'It is given up.': 'Se ha descartado.',
  'It is sent again.': 'Se envía de nuevo.',
  'It is tried again now.': 'Se intenta de nuevo ahora.',
  'Keep these recovery codes somewhere safe: they are not shown again. Each lets you in once.':
    'Guarda estos códigos de recuperación en un lugar seguro: no se vuelven a mostrar. Cada uno te deja entrar una vez.',
  'No mail server is set: the invitation to {email} is in the outbox folder, and its link in the log.':
    'No hay servidor de correo: la invitación a {email} está en la carpeta de salida, y su enlace en el registro.',
  'Nothing is different from what is published.': 'Nada es distinto de lo publicado.',
  'Nothing was saved yet. Please look at what is marked.':
    'Aún no se ha guardado nada. Mira lo que está marcado.',
  'Only admins can do this.': 'Solo pueden hacerlo los administradores.',
  'Please choose a colour.': 'Elige un color.',
  'Please choose how often you want a mail.': 'Elige cada cuánto quieres un correo.',
  'Please type the address exactly': 'Escribe la dirección exactamente',
  'Publication {revision} is public: {changes} from the file.':
    'La publicación {revision} es pública: {changes} del archivo.',
  'Publication {revision} is public: {changes}.':
    'La publicación {revision} es pública: {changes}.',
  'Publication {undone} is undone, by publication {revision}.':
    'La publicación {undone} está deshecha, por la publicación {revision}.',
  'Reset complete! All data cleared and authentication reset.':
    '¡Datos borrados! Todo se ha borrado y la autenticación se ha restablecido.',
  'Sign-in asks for no authenticator app any more.':
    'Al iniciar sesión ya no se pide una aplicación de autenticación.',
  'Thank you. That request for an account is deleted. If you have asked for one yourself and got no mail, sign in with the password you chose: we will send you your link.':
    'Gracias. Esa solicitud de cuenta está borrada. Si has pedido una y no te llegó ningún correo, inicia sesión con la contraseña que elegiste: te enviaremos tu enlace.',
  'That account does not let you in any more.': 'Esa cuenta ya no te deja entrar.',
  'That browser is signed out.': 'En ese navegador se ha cerrado la sesión.',
  'That device is told nothing any more.': 'A ese dispositivo ya no se le avisa de nada.',
  'That is longer than a code can be.': 'Es más largo de lo que puede ser un código.',
  'That is no answer of a passkey.': 'Eso no es una respuesta de una llave de acceso.',
  'That passkey opens nothing any more.': 'Esa llave de acceso ya no abre nada.',
  'The account can sign in again.': 'La cuenta puede volver a iniciar sesión.',
  'The account is suspended and signed out.': 'La cuenta está suspendida y con la sesión cerrada.',
  'The authenticator app': 'La aplicación de autenticación',
  'The buyer is told what was decided.': 'Se comunica al comprador lo que se ha decidido.',
  'The chat is open to this visitor again.': 'El chat vuelve a estar abierto para este visitante.',
  'The codes of before work no more. {keepCodes}':
    'Los códigos anteriores ya no funcionan. {keepCodes}',
  "The field '{field}'": 'El campo «{field}»',
  'The invitation no longer works.': 'La invitación ya no funciona.',
  'The invitation to {email} is on its way.': 'La invitación a {email} está en camino.',
  'The key no longer works.': 'La clave ya no funciona.',
  'The label is deleted.': 'La etiqueta está borrada.',
  'The order is paid.': 'El pedido está pagado.',
  'The page after that {noun} does not exist.':
    'No existe la página posterior a ese elemento ({noun}).',
  'The passkey': 'La llave de acceso',
  'The payment goes back to where it came from.': 'El pago vuelve a donde vino.',
  'The request': 'La petición',
  'The request is deleted.': 'La solicitud está borrada.',
  'The role is {role} now.': 'El rol es ahora {role}.',
  'The second factors are gone. The account is signed out, and signs in with its password.':
    'Los segundos factores se han quitado. La cuenta tiene la sesión cerrada y entra con su contraseña.',
  'The team is deleted.': 'El equipo está borrado.',
  'The team {saved} is added.': 'El equipo {saved} está añadido.',
  'The team {saved} is saved.': 'El equipo {saved} está guardado.',
  'The visitor is blocked: they read what was said, and cannot write or start a chat.':
    'El visitante está bloqueado: lee lo que se dijo, y no puede escribir ni empezar un chat.',
  'The webhook is changed.': 'El webhook está cambiado.',
  'The webhook is paused. What happens meanwhile waits.':
    'El webhook está en pausa. Lo que pase entretanto espera.',
  'The webhook sends again.': 'El webhook vuelve a enviar.',
  'There was nothing to change.': 'No había nada que cambiar.',
  'This is what happened:': 'Esto es lo que ha pasado:',
  'This request came from another site and was refused.':
    'Esta petición venía de otro sitio y se rechazó.',
  'You are signed out. Please sign in again.': 'Tu sesión está cerrada. Inicia sesión de nuevo.',
  'Your account needs a second factor first. Set one up under Your account.':
    'Tu cuenta necesita primero un segundo factor. Configúralo en Tu cuenta.',
  'Your choice is saved.': 'Tu elección está guardada.',
  'Your password is changed. Your other browsers are signed out.':
    'Tu contraseña se ha cambiado. En tus otros navegadores se ha cerrado la sesión.',
  '{count} change|{count} changes': { one: '{count} cambio', other: '{count} cambios' },
  '{email} can sign in now, as {role}.': '{email} ya puede iniciar sesión, como {role}.',
  '{isIn} Nobody has proved that this address is theirs: make sure you know who asked.':
    '{isIn} Nadie ha demostrado que esta dirección sea suya: asegúrate de saber quién lo pidió.',
  '{saved} {by} changed meanwhile: {fields}. That is kept.':
    '{saved} {by} ha cambiado entretanto: {fields}. Eso se conserva.',
  '{what} is missing or not what was expected.': '{what} falta o no es lo esperado.',
  '{what} is set up.': 'Listo: {what}.',
  'Copy the signing secret of {origin} now: it is not shown again.':
    'Copia el secreto de firma de {origin} ahora: no se vuelve a mostrar.',
  'The site no longer says who its visitors are.':
    'El sitio ya no dice quiénes son sus visitantes.',
} as const satisfies Translations;

type RoutesServerWords = typeof ROUTES_SERVER_ES;

declare module '../platform/say.ts' {
  // oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- It takes over the names.
  interface Sentences extends RoutesServerWords {}
}
