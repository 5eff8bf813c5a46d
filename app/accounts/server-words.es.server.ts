import type { Translations } from '../platform/translate.ts';

export const TEAM_SERVER_ES = {
  'A browser': 'Un navegador',
  'A test mail of {brandName}': 'Un correo de prueba de {brandName}',
  'Account created successfully! Please check your email to verify your account.':
    '¡Cuenta creada! Mira tu correo para verificarla.',
  'Account created, but there was an issue with profile setup. Please contact support.':
    'Cuenta creada, pero hubo un problema al preparar el perfil. Escribe al soporte.',
  'All fields are required': 'Todos los campos son obligatorios',
  'Another admin has to do this for you.': 'Otro administrador tiene que hacerlo por ti.',
  'If there is an account for this address, we have sent it a link to set a new password.':
    'Si hay una cuenta para esta dirección, le hemos enviado un enlace para poner una contraseña nueva.',
  'Login failed. Please check your credentials.':
    'No se pudo iniciar sesión. Comprueba tus datos de acceso.',
  'Mail works: this was sent from the settings of {brandName}.':
    'El correo funciona: esto se envió desde los ajustes de {brandName}.',
  'New accounts are by invitation only. Please ask an admin of this shop to invite you.':
    'Las cuentas nuevas son solo por invitación. Pide a un administrador de esta tienda que te invite.',
  'No mail server is set, so nothing was sent. The mail lies in the outbox folder on the server.':
    'No hay servidor de correo, así que no se envió nada. El correo está en la carpeta de salida del servidor.',
  'Nobody has proved that this address is theirs yet. The link for that was mailed to it; an invitation works, too.':
    'Nadie ha demostrado aún que esta dirección sea suya. El enlace para ello se le envió por correo; una invitación también sirve.',
  'Nothing was saved yet: somebody else changed the same settings.':
    'Aún no se ha guardado nada: otra persona ha cambiado los mismos ajustes.',
  'Only an admin can do this.': 'Solo puede hacerlo un administrador.',
  Passkey: 'Llave de acceso',
  'Passwords do not match': 'Las contraseñas no coinciden',
  'Please choose a role': 'Elige un rol',
  'Please enter a code': 'Escribe un código',
  'Please enter your email': 'Escribe tu correo',
  'Please enter your password': 'Escribe tu contraseña',
  'Please verify your email first. We have just sent you a new link for that.':
    'Verifica primero tu correo. Acabamos de enviarte un enlace nuevo para ello.',
  'Remove your own second factors under Your account.':
    'Quita tus propios segundos factores en Tu cuenta.',
  'Set up an authenticator app or a passkey first.':
    'Configura primero una aplicación de autenticación o una llave de acceso.',
  'Signing in elsewhere is not set up here.':
    'Aquí no está configurado iniciar sesión en otro sitio.',
  'Somebody is trying passwords of this account. Please sign in with a browser you have used before, or set a new password: that lets you in at once.':
    'Alguien está probando contraseñas de esta cuenta. Inicia sesión con un navegador que hayas usado antes, o pon una contraseña nueva: eso te deja entrar de inmediato.',
  'That account at {name} belongs to somebody else of this team.':
    'Esa cuenta de {name} es de otra persona de este equipo.',
  'That account at {name} is not connected with yours.':
    'Esa cuenta de {name} no está conectada con la tuya.',
  'That account has no second factor.': 'Esa cuenta no tiene segundo factor.',
  'That account was changed by somebody else. The list is up to date now.':
    'Otra persona ha cambiado esa cuenta. La lista está al día.',
  'That code is not right, or was used before. Please wait for the next one and try again.':
    'Ese código no es correcto, o ya se usó. Espera al siguiente e inténtalo de nuevo.',
  'That is not the code your app should show now. Is the clock of your device right?':
    'Ese no es el código que tu aplicación debería mostrar ahora. ¿Está en hora el reloj de tu dispositivo?',
  'That is not your current password.': 'Esa no es tu contraseña actual.',
  'That passkey is not known here, or took too long. Please try again, or sign in another way.':
    'Esa llave de acceso no se conoce aquí, o tardó demasiado. Inténtalo de nuevo o inicia sesión de otra manera.',
  'That passkey is set up already.': 'Esa llave de acceso ya está configurada.',
  'That took too long, was used already, or was begun in another browser. Please begin again.':
    'Eso tardó demasiado, ya se usó o se empezó en otro navegador. Empieza de nuevo.',
  'The mail server took the mail to {to}. Whether it arrives, that mailbox tells: look into its spam folder too.':
    'El servidor de correo aceptó el correo para {to}. Si llega, lo dice ese buzón: mira también en su carpeta de spam.',
  'The mail was not sent: {explain}': 'El correo no se envió: {explain}',
  'There is an account for {email} already.': 'Ya hay una cuenta para {email}.',
  'There is an account with your address already. Sign in with its password, then connect {name} under Your account.':
    'Ya hay una cuenta con tu dirección. Inicia sesión con su contraseña y conecta {name} en Tu cuenta.',
  'This password is among the most common ones. Please choose another.':
    'Esta contraseña está entre las más comunes. Elige otra.',
  'You have no password, and could not sign in any more. Set one first: sign out and choose “Forgot password?”.':
    'No tienes contraseña y ya no podrías iniciar sesión. Pon una primero: cierra la sesión y elige «¿Has olvidado la contraseña?».',
  'You have {identitiesEach} of these. Disconnect one first.':
    'Tienes {identitiesEach} de estas. Desconecta una primero.',
  'You have {passkeysEach} passkeys. Remove one first.':
    'Tienes {passkeysEach} llaves de acceso. Quita una primero.',
  'Your account needs a second factor. Set up another one before you remove this one.':
    'Tu cuenta necesita un segundo factor. Configura otro antes de quitar este.',
  'Your account asks for your second factor. Please give that.':
    'Tu cuenta pide tu segundo factor. Úsalo.',
  'Your account at {name} has no role here. Please ask an admin.':
    'Tu cuenta de {name} no tiene ningún rol aquí. Pregunta a un administrador.',
  'Your account is suspended.': 'Tu cuenta está suspendida.',
  'Your account is waiting for approval by an admin.':
    'Tu cuenta espera la aprobación de un administrador.',
  '{browser} on {system}': '{browser} en {system}',
  '{email} is waiting below: approve the account there.':
    '{email} espera abajo: aprueba la cuenta allí.',
  '{fault}{answer}. The log has the details.': '{fault}{answer}. El registro tiene los detalles.',
  '{name} did not say who you are.': '{name} no dijo quién eres.',
  '{name} did not sign you in.': '{name} no te dejó entrar.',
  '{name} did not tell an email address of yours.':
    '{name} no dijo ninguna dirección de correo tuya.',
  '{name} does not answer. Please sign in with your password, or try again in a moment.':
    '{name} no responde. Inicia sesión con tu contraseña o inténtalo de nuevo en un momento.',
  '{name} has not verified your email address. Verify it there, then try again.':
    '{name} no ha verificado tu dirección de correo. Verifícala allí e inténtalo de nuevo.',
  '{name} {fault}.': '{name} {fault}.',
  '{role} → {role2}, as the provider says': '{role} → {role2}, según el proveedor',
  '{role}, address not proved': '{role}, dirección sin demostrar',
  'asked for the role {role}': 'pidió el rol {role}',
  'the provider says {role}': 'el proveedor dice {role}',
  'first admin, by the set-up link': 'primer administrador, por el enlace de configuración',
  'by whoever reads mails to that address': 'por quien lee los correos de esa dirección',
  'it answered 410 Gone': 'respondió 410 Gone',
  'nothing was received for three days': 'no se recibió nada en tres días',
  'with what messages say': 'con lo que dicen los mensajes',
  'message {number} of {conversation}': 'mensaje {number} de {conversation}',
  'by its visitor': 'por su visitante',
  'message {number}': 'mensaje {number}',
  'label {id} put on': 'etiqueta {id} puesta',
  'label {id} taken off': 'etiqueta {id} quitada',
  'until {time}': 'hasta {time}',
  'brought back': 'devuelta a abiertas',
  'conversations: {number}': 'conversaciones: {number}',
  'visitors: {number}': 'visitantes: {number}',
  'browsers: {number}': 'navegadores: {number}',
  'reports: {number}': 'avisos: {number}',
  'audit entries: {number}': 'entradas de auditoría: {number}',
  'the address of a block': 'la dirección de un bloqueo',
  '{count} mention in the audit log|{count} mentions in the audit log': {
    one: '{count} mención en el registro de auditoría',
    other: '{count} menciones en el registro de auditoría',
  },
  '{count} review deleted|{count} reviews deleted': {
    one: '{count} opinión eliminada',
    other: '{count} opiniones eliminadas',
  },
  '{count} review without name and address|{count} reviews without name and address': {
    one: '{count} opinión sin nombre ni dirección',
    other: '{count} opiniones sin nombre ni dirección',
  },
  '{count} order without name and words|{count} orders without name and words': {
    one: '{count} pedido sin nombre ni textos',
    other: '{count} pedidos sin nombre ni textos',
  },
  '{count} account|{count} accounts': { one: '{count} cuenta', other: '{count} cuentas' },
  '{count} member|{count} members': { one: '{count} miembro', other: '{count} miembros' },
  '{titles} and {number} more': '{titles} y {number} más',
  '{count} draft|{count} drafts': { one: '{count} borrador', other: '{count} borradores' },
  '{count} left-out email|{count} left-out emails': {
    one: '{count} correo descartado',
    other: '{count} correos descartados',
  },
  none: 'ninguno',
  'no topics': 'sin temas',
  always: 'siempre',
  files: 'archivos',
  queue: 'cola',
  answer: 'respuesta',
  summary: 'resumen',
  agent: 'agente',
  support: 'soporte',
  manager: 'gestor',
  admin: 'administrador',
  'by {name}': 'por {name}',
  at: 'a las',
  'Verify your email for {brandName}': 'Verifica tu correo para {brandName}',
  'Somebody, probably you, asked for an account in the {brandName} Agent Portal on {moment}.':
    'Alguien, probablemente tú, pidió una cuenta en el Portal de agentes de {brandName} el {moment}.',
  'Somebody, probably you, asked for an account in the {brandName} Agent Portal on {moment}, with {browser}.':
    'Alguien, probablemente tú, pidió una cuenta en el Portal de agentes de {brandName} el {moment}, con {browser}.',
  'Open this link within three days to confirm that this address is yours:':
    'Abre este enlace antes de tres días para confirmar que esta dirección es tuya:',
  'Only open it if you asked at that time: the password that was chosen then becomes the password of the account, and other requests for this address end.':
    'Ábrelo solo si lo pediste a esa hora: la contraseña que se eligió entonces será la de la cuenta, y las demás solicitudes para esta dirección terminan.',
  'An admin approves new accounts; you will get a mail when yours is.':
    'Un administrador aprueba las cuentas nuevas; recibirás un correo cuando lo esté la tuya.',
  'If it was not you, you need not do anything. If requests of others keep your own link from coming, open this one and say that it was not you.':
    'Si no fuiste tú, no tienes que hacer nada. Si las solicitudes de otros impiden que llegue tu propio enlace, abre este y di que no fuiste tú.',
  'You have an account at {brandName} already': 'Ya tienes una cuenta en {brandName}',
  'Somebody, probably you, asked for an account in the {brandName} Agent Portal with this address. There is one already, and nothing about it was changed.':
    'Alguien, probablemente tú, pidió una cuenta en el Portal de agentes de {brandName} con esta dirección. Ya hay una, y no se ha cambiado nada de ella.',
  'If you have forgotten its password, set a new one here:':
    'Si has olvidado su contraseña, pon una nueva aquí:',
  'If it was not you, you need not do anything.': 'Si no fuiste tú, no tienes que hacer nada.',
  'Set a new password for {brandName}': 'Pon una contraseña nueva para {brandName}',
  'Somebody, probably you, asked for a new password in the {brandName} Agent Portal.':
    'Alguien, probablemente tú, pidió una contraseña nueva en el Portal de agentes de {brandName}.',
  'Open this link within an hour to choose it. The link works once:':
    'Abre este enlace antes de una hora para elegirla. El enlace funciona una vez:',
  'If it was not you, you need not do anything: your password stays as it is.':
    'Si no fuiste tú, no tienes que hacer nada: tu contraseña se queda como está.',
  'Your {brandName} password was changed': 'Tu contraseña de {brandName} ha cambiado',
  'The password of your account in the {brandName} Agent Portal was changed just now, and browsers it was signed in with are signed out.':
    'La contraseña de tu cuenta en el Portal de agentes de {brandName} acaba de cambiar, y en los navegadores que la usaban se ha cerrado la sesión.',
  'If it was not you, set a new one at once and tell an admin:':
    'Si no fuiste tú, pon una nueva de inmediato y avisa a un administrador:',
  'A second factor was added to your {brandName} account':
    'Se ha añadido un segundo factor a tu cuenta de {brandName}',
  'Signing in to the {brandName} Agent Portal asks for your {what} from now on.':
    'A partir de ahora, para entrar en el Portal de agentes de {brandName} se pide: {what}.',
  'If it was not you, set a new password at once and tell an admin. Your account:':
    'Si no fuiste tú, pon una contraseña nueva de inmediato y avisa a un administrador. Tu cuenta:',
  'A second factor was removed from your {brandName} account':
    'Se ha quitado un segundo factor de tu cuenta de {brandName}',
  'Your {what} was removed: signing in to the {brandName} Agent Portal does not ask for it any more.':
    'Se ha quitado: {what}. Para entrar en el Portal de agentes de {brandName} ya no se pide.',
  'A recovery code of your {brandName} account was used':
    'Se ha usado un código de recuperación de tu cuenta de {brandName}',
  'A recovery code stood in for the second factor of your account in the {brandName} Agent Portal. It does not work again.':
    'Un código de recuperación sustituyó al segundo factor de tu cuenta en el Portal de agentes de {brandName}. No vuelve a servir.',
  '{count} recovery code is left.|{count} recovery codes are left.':
    'Queda {count} código de recuperación.|Quedan {count} códigos de recuperación.',
  'New recovery codes were made for your {brandName} account':
    'Se han creado códigos de recuperación nuevos para tu cuenta de {brandName}',
  'The recovery codes of your account in the {brandName} Agent Portal are new: those you had do not work any more.':
    'Los códigos de recuperación de tu cuenta en el Portal de agentes de {brandName} son nuevos: los que tenías ya no sirven.',
  'Your second factors at {brandName} were reset':
    'Tus segundos factores de {brandName} se han restablecido',
  'An admin removed the second factors of your account in the {brandName} Agent Portal, and signed you out everywhere. Your password lets you in; set up a new factor then.':
    'Un administrador ha quitado los segundos factores de tu cuenta en el Portal de agentes de {brandName} y ha cerrado tu sesión en todas partes. Tu contraseña te deja entrar; configura entonces un factor nuevo.',
  'If you did not ask for this, tell an admin at once. Sign in here:':
    'Si no lo pediste, avisa a un administrador de inmediato. Inicia sesión aquí:',
  'Your {brandName} account can be entered by {provider}':
    'Ahora se puede entrar en tu cuenta de {brandName} con {provider}',
  'An account at {provider} opens your account in the {brandName} Agent Portal from now on.':
    'A partir de ahora, una cuenta de {provider} abre tu cuenta en el Portal de agentes de {brandName}.',
  'If it was not you, disconnect it, set a new password at once and tell an admin. Your account:':
    'Si no fuiste tú, desconéctala, pon una contraseña nueva de inmediato y avisa a un administrador. Tu cuenta:',
  'A way to sign in was removed from your {brandName} account':
    'Se ha quitado una forma de entrar en tu cuenta de {brandName}',
  'An account elsewhere that opened your account in the {brandName} Agent Portal does so no more.':
    'Una cuenta de otro sitio que abría tu cuenta en el Portal de agentes de {brandName} ya no lo hace.',
  'Join the {brandName} team': 'Únete al equipo de {brandName}',
  'You are invited to the {brandName} Agent Portal. Your role: {role}.':
    'Te han invitado al Portal de agentes de {brandName}. Tu rol: {role}.',
  'Open this link within seven days to choose your password. The link works once:':
    'Abre este enlace antes de siete días para elegir tu contraseña. El enlace funciona una vez:',
  'Your {brandName} account is ready': 'Tu cuenta de {brandName} está lista',
  'An admin approved your account in the {brandName} Agent Portal. Your role: {role}.':
    'Un administrador ha aprobado tu cuenta en el Portal de agentes de {brandName}. Tu rol: {role}.',
  'Sign in here:': 'Inicia sesión aquí:',
  'authenticator app': 'aplicación de autenticación',
  passkey: 'llave de acceso',
  'It has the value set at start again. What you typed elsewhere is not saved yet.':
    'Vuelve a tener el valor del arranque. Lo que escribiste en otros campos aún no está guardado.',
  'It is given up.': 'Se ha descartado.',
  'It is tried again now.': 'Se intenta de nuevo ahora.',
  'Keep these recovery codes somewhere safe: they are not shown again. Each lets you in once.':
    'Guarda estos códigos de recuperación en un lugar seguro: no se vuelven a mostrar. Cada uno te deja entrar una vez.',
  'Only admins can do this.': 'Solo pueden hacerlo los administradores.',
  'Sign-in asks for no authenticator app any more.':
    'Al iniciar sesión ya no se pide una aplicación de autenticación.',
  'Thank you. That request for an account is deleted. If you have asked for one yourself and got no mail, sign in with the password you chose: we will send you your link.':
    'Gracias. Esa solicitud de cuenta está borrada. Si has pedido una y no te llegó ningún correo, inicia sesión con la contraseña que elegiste: te enviaremos tu enlace.',
  'That account does not let you in any more.': 'Esa cuenta ya no te deja entrar.',
  'That browser is signed out.': 'En ese navegador se ha cerrado la sesión.',
  'That passkey opens nothing any more.': 'Esa llave de acceso ya no abre nada.',
  'The account can sign in again.': 'La cuenta puede volver a iniciar sesión.',
  'The account is suspended and signed out.': 'La cuenta está suspendida y con la sesión cerrada.',
  'The authenticator app': 'La aplicación de autenticación',
  'The codes of before work no more. {keepCodes}':
    'Los códigos anteriores ya no funcionan. {keepCodes}',
  'The invitation no longer works.': 'La invitación ya no funciona.',
  'The passkey': 'La llave de acceso',
  'The request is deleted.': 'La solicitud está borrada.',
  'The role is {role} now.': 'El rol es ahora {role}.',
  'The second factors are gone. The account is signed out, and signs in with its password.':
    'Los segundos factores se han quitado. La cuenta tiene la sesión cerrada y entra con su contraseña.',
  'There was nothing to change.': 'No había nada que cambiar.',
  'Your password is changed. Your other browsers are signed out.':
    'Tu contraseña se ha cambiado. En tus otros navegadores se ha cerrado la sesión.',
  '{what} is set up.': 'Listo: {what}.',
  'What {name} answered could not be believed. Please begin again; if it stays so, tell an admin.':
    'No se pudo dar por bueno lo que respondió {name}. Empieza de nuevo; si sigue así, díselo a un administrador.',
  ' (it answered {code})': ' (respondió {code})',
  'the mail server refused it{answer}. The log has the details.':
    'el servidor de correo lo rechazó{answer}. El registro tiene los detalles.',
  'the log says why.': 'el registro dice por qué.',
  'the mail server did not accept the user name and password of SMTP_URL':
    'el servidor de correo no aceptó el usuario y la contraseña de SMTP_URL',
  'the mail server wants a user name and password, and SMTP_URL has none':
    'el servidor de correo pide usuario y contraseña, y SMTP_URL no los tiene',
  'the name of the mail server in SMTP_URL is not known':
    'no se conoce el nombre del servidor de correo de SMTP_URL',
  'the mail server did not answer in time': 'el servidor de correo no respondió a tiempo',
  'no encrypted connection to the mail server came about':
    'no se logró una conexión cifrada con el servidor de correo',
  'the mail server could not be reached': 'no se pudo llegar al servidor de correo',
  'by {model} at {host}': 'por {model} en {host}',
} as const satisfies Translations;

type TeamServerWords = typeof TEAM_SERVER_ES;

declare module '../platform/translate.ts' {
  // oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- It takes over the names.
  interface Sentences extends TeamServerWords {}
}
