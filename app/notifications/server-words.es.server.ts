import type { Translations } from '../platform/translate.ts';

export const REACH_SERVER_ES = {
  'It answered with {status}.': 'Respondió con {status}.',
  'Mail to {email}': 'Correo a {email}',
  'No browser of yours takes notifications yet. Turn them on above.':
    'Ningún navegador tuyo acepta notificaciones todavía. Actívalas arriba.',
  'No mail server is set up here: the mail was kept in the server’s outbox folder.':
    'Aquí no hay servidor de correo: el correo se guardó en la carpeta de salida del servidor.',
  'No push service has an address with a port.':
    'Ningún servicio de notificaciones tiene una dirección con puerto.',
  'Notifications from {brandName} work': 'Las notificaciones de {brandName} funcionan',
  'Please choose at least one event.': 'Elige al menos un evento.',
  'Please enter a whole number from 1 to {most}.': 'Escribe un número entero de 1 a {most}.',
  'Push to {label}': 'Notificación a {label}',
  'Redirects are not followed.': 'No se siguen las redirecciones.',
  'The browser does not take notifications any more.': 'El navegador ya no acepta notificaciones.',
  'The mail server could not be reached.': 'No se pudo contactar con el servidor de correo.',
  'The mail server refused it: {response}': 'El servidor de correo lo rechazó: {response}',
  'The mail server took it.': 'El servidor de correo lo aceptó.',
  'The notification could not be made.': 'No se pudo hacer la notificación.',
  'The push service answered with a redirect ({status}).':
    'El servicio de notificaciones respondió con una redirección ({status}).',
  'The push service answered with {status}.':
    'El servicio de notificaciones respondió con {status}.',
  'The push service found the notification too large (413).':
    'La notificación era demasiado grande para el servicio de notificaciones (413).',
  'The push service refused our key ({status}).':
    'El servicio de notificaciones rechazó nuestra clave ({status}).',
  'The push service wants fewer notifications (429).':
    'El servicio de notificaciones quiere menos notificaciones (429).',
  'The receiver wants no more.': 'El receptor no quiere más.',
  'The server is restarting. Please try again.':
    'El servidor se está reiniciando. Inténtalo de nuevo.',
  'There are {count} keys already. Revoke one that is not used any more.':
    'Ya hay {count} claves. Revoca una que ya no se use.',
  'There are {maxEndpoints} webhooks already. Remove one first.':
    'Ya hay {maxEndpoints} webhooks. Quita uno primero.',
  'This browser’s keys cannot be used. Please turn it off and on.':
    'Las claves de este navegador no se pueden usar. Desactívalo y actívalo de nuevo.',
  'This webhook does not send at present. Resume it first.':
    'Este webhook no envía ahora. Reanúdalo primero.',
  'This webhook was removed by somebody else.': 'Otra persona ha quitado este webhook.',
  'You asked for this test.': 'Has pedido esta prueba.',
  'You have {maxDevices} devices. Please remove one that you do not use.':
    'Tienes {maxDevices} dispositivos. Quita uno que no uses.',
  '{problem} It was removed from your devices.': '{problem} Se ha quitado de tus dispositivos.',
  '{count} visitor waits for your answer|{count} visitors wait for your answer': {
    one: '{count} visitante espera tu respuesta',
    other: '{count} visitantes esperan tu respuesta',
  },
  '{count} visitor waits in the queue|{count} visitors wait in the queue': {
    one: '{count} visitante espera en la cola',
    other: '{count} visitantes esperan en la cola',
  },
  '{count} visitor waits for your answer at {brandName}:|{count} visitors wait for your answer at {brandName}:':
    {
      one: '{count} visitante espera tu respuesta en {brandName}:',
      other: '{count} visitantes esperan tu respuesta en {brandName}:',
    },
  '{count} unread message|{count} unread messages': {
    one: '{count} mensaje sin leer',
    other: '{count} mensajes sin leer',
  },
  '… and {more} more.': '… y {more} más.',
  '{count} visitor waits in the queue, whom nobody has yet.|{count} visitors wait in the queue, whom nobody has yet.':
    {
      one: '{count} visitante espera en la cola, a quien aún no tiene nadie.',
      other: '{count} visitantes esperan en la cola, a quienes aún no tiene nadie.',
    },
  'Open the dashboard': 'Abrir el panel',
  'You chose to be told by mail. Change that, or turn it off, here:':
    'Elegiste que se te avise por correo. Puedes cambiarlo o desactivarlo aquí:',
  'A test from {brandName}': 'Una prueba de {brandName}',
  'You asked the {brandName} Agent Portal to test your notifications. This mail arrived, so digests will too.':
    'Pediste al Portal de agentes de {brandName} que probara tus notificaciones. Este correo ha llegado, así que los resúmenes también llegarán.',
  'What you are told, and how, is chosen here:': 'De qué se te avisa, y cómo, se elige aquí:',
  'A test is on its way. Its delivery is listed below.':
    'Una prueba está en camino. Su entrega aparece abajo.',
  'Copy the key now: it is not shown again.': 'Copia la clave ahora: no se vuelve a mostrar.',
  'Copy the new signing secret now: it is not shown again. For a day the former one signs beside it.':
    'Copia el secreto de firma nuevo ahora: no se vuelve a mostrar. Durante un día el anterior firma a su lado.',
  'Copy the signing secret now: it is not shown again.':
    'Copia el secreto de firma ahora: no se vuelve a mostrar.',
  'It is sent again.': 'Se envía de nuevo.',
  'Please choose how often you want a mail.': 'Elige cada cuánto quieres un correo.',
  'That device is told nothing any more.': 'A ese dispositivo ya no se le avisa de nada.',
  'The key no longer works.': 'La clave ya no funciona.',
  'The webhook is changed.': 'El webhook está cambiado.',
  'The webhook is paused. What happens meanwhile waits.':
    'El webhook está en pausa. Lo que pase entretanto espera.',
  'The webhook sends again.': 'El webhook vuelve a enviar.',
  'This is what happened:': 'Esto es lo que ha pasado:',
  'Your choice is saved.': 'Tu elección está guardada.',
  'Copy the signing secret of {origin} now: it is not shown again.':
    'Copia el secreto de firma de {origin} ahora: no se vuelve a mostrar.',
  'The site no longer says who its visitors are.':
    'El sitio ya no dice quiénes son sus visitantes.',
} as const satisfies Translations;

type ReachServerWords = typeof REACH_SERVER_ES;

declare module '../platform/translate.ts' {
  // oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- It takes over the names.
  interface Sentences extends ReachServerWords {}
}
