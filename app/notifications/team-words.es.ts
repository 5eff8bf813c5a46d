import type { Translations } from '../platform/translate.ts';

export const REACH_TEAM_ES = {
  On: 'Activadas',
  'A list of the conversations you have not read, and no mail when there are none.':
    'Una lista de las conversaciones que no has leído, y ningún correo cuando no hay ninguna.',
  'A new secret is shown once. For a day requests are signed with both, so that the receiver can change over.':
    'El secreto nuevo se muestra una sola vez. Durante un día las peticiones se firman con los dos, para que el receptor pueda cambiar.',
  'A private note asks for a word of yours.': 'Una nota privada te pide unas palabras.',
  'A signed request to an address of yours as soon as something happens, tried again for about a day when nobody answers.':
    'Una petición firmada a una dirección tuya en cuanto pasa algo, que se repite durante un día cuando nadie responde.',
  'A visitor waits in the queue': 'Un visitante espera en la cola',
  'A visitor wrote to you': 'Un visitante te ha escrito',
  'Add webhook': 'Añadir webhook',
  'Also when a visitor waits in the queue': 'También cuando un visitante espera en la cola',
  'answered {lastStatus}': 'respondió {lastStatus}',
  'At most {keyPerMinuteMax}': 'Como máximo {keyPerMinuteMax}',
  'Browsers allow notifications over a secure connection alone. Open the portal at its address that starts with https://, or ask your operator for one.':
    'Los navegadores solo permiten notificaciones por una conexión segura. Abre el portal en su dirección que empieza por https://, o pídesela a tu operador.',
  'By mail': 'Por correo',
  'Create key': 'Crear clave',
  created: 'creada',
  'Daily at {dailyDigestHour}:00 ({replaceAll})':
    'Cada día a las {dailyDigestHour}:00 ({replaceAll})',
  Disabled: 'Desactivado',
  Events: 'Eventos',
  'Every hour in which something new came': 'Cada hora en la que haya llegado algo nuevo',
  'Failing since': 'Falla desde',
  'In this browser, while the dashboard is open.':
    'En este navegador, mientras el panel está abierto.',
  Keys: 'Claves',
  'last reached': 'última vez',
  'Look again': 'Mirar de nuevo',
  'Looking at this browser…': 'Mirando este navegador…',
  'never used': 'nunca usada',
  'No message yet.': 'Aún no hay ningún mensaje.',
  'Nobody is there for {email}': 'No hay nadie para {email}',
  'None yet. Turn notifications on in each browser you want to be told in: at your desk, on your phone.':
    'Aún ninguno. Activa las notificaciones en cada navegador en el que quieras recibirlas: en tu mesa, en tu teléfono.',
  'Not possible': 'No es posible',
  'Not set up': 'Sin configurar',
  'Nothing has happened yet. Send a test to see whether it works.':
    'Aún no ha pasado nada. Envía una prueba para ver si funciona.',
  'Nothing was received here for days, or the receiver said that it wants no more. Events are not collected until it is resumed.':
    'Durante días no se recibió nada aquí, o el receptor dijo que no quería más. No se reúnen eventos hasta que se reanude.',
  'Notifications of this site are blocked in your browser. Open its settings for this site (the icon left of the address), allow notifications, and come back.':
    'Las notificaciones de este sitio están bloqueadas en tu navegador. Abre sus ajustes para este sitio (el icono a la izquierda de la dirección), permite las notificaciones y vuelve.',
  'Notifications on this device need JavaScript. Mails do not.':
    'Las notificaciones en este dispositivo necesitan JavaScript. Los correos no.',
  Off: 'Desactivado',
  'On your devices': 'En tus dispositivos',
  'Once a visitor, on your devices and in your digest.':
    'Una vez por visitante, en tus dispositivos y en tu resumen.',
  'One unread message': 'Un mensaje sin leer',
  'Open the dashboard to see who it is.': 'Abre el panel para ver quién es.',
  'Open {url}': 'Abrir {url}',
  Paused: 'En pausa',
  'Programs that use this key are refused at once. This cannot be undone.':
    'Los programas que usan esta clave se rechazan de inmediato. No se puede deshacer.',
  Refused: 'Rechazado',
  'Remove for good': 'Quitar para siempre',
  'Remove this webhook?': '¿Quitar este webhook?',
  Replace: 'Cambiarlo',
  'Replace secret': 'Cambiar el secreto',
  'Replace the signing secret?': '¿Cambiar el secreto de firma?',
  'Requests a minute': 'Peticiones por minuto',
  Resume: 'Reanudar',
  Revoke: 'Revocar',
  'Revoke {name}': 'Revocar {name}',
  'Revoke {name} for good': 'Revocar {name} para siempre',
  'Revoke {name}?': '¿Revocar {name}?',
  Revoked: 'Revocada',
  Scopes: 'Permisos',
  'Send a test': 'Enviar una prueba',
  'Send again: {type} of {createdAt}': 'Enviar de nuevo: {type} de {createdAt}',
  'Send me an email as well': 'Enviarme también un correo',
  'Sends a notification to each of your devices and a mail to you, and says what became of them.':
    'Envía una notificación a cada uno de tus dispositivos y un correo a ti, y dice qué ha sido de ellos.',
  Sent: 'Enviado',
  'Show previews': 'Mostrar vistas previas',
  'Test my notifications': 'Probar mis notificaciones',
  'The catalogue and its reviews can be read without a key; a key raises the limit from 60 requests a minute. What else a program may do is chosen here, once: a key never gets more.':
    'El catálogo y sus opiniones se pueden leer sin clave; una clave sube el límite de 60 peticiones por minuto. Qué más puede hacer un programa se elige aquí, una vez: una clave nunca recibe más.',
  'the former secret signs until': 'el secreto anterior firma hasta',
  'The new key': 'La clave nueva',
  'The newest 25 are listed; what is over is kept for 30 days.':
    'Se muestran las 25 más recientes; lo terminado se guarda 30 días.',
  'The signing secret': 'El secreto de firma',
  'This browser has no notifications for sites. On an iPhone or iPad, add the portal to the home screen and open it from there; anywhere else, try another browser.':
    'Este navegador no tiene notificaciones para sitios. En un iPhone o iPad, añade el portal a la pantalla de inicio y ábrelo desde allí; en otro dispositivo, prueba otro navegador.',
  'This browser is quiet. When you turn notifications on, it asks for your permission.':
    'Este navegador está en silencio. Cuando actives las notificaciones, pedirá tu permiso.',
  'This browser shows what stays unread, also while no page of ours is open.':
    'Este navegador muestra lo que queda sin leer, también mientras no hay ninguna página nuestra abierta.',
  'Try it': 'Probarlo',
  'Turn off notifications': 'Desactivar notificaciones',
  'Turn on notifications': 'Activar notificaciones',
  used: 'usada',
  Webhooks: 'Webhooks',
  'What waits to be sent is not sent, and the list of deliveries goes with it.':
    'Lo que espera no se envía, y la lista de entregas se va con él.',
  'What you are told': 'De qué se te avisa',
  'When a colleague mentions you in a note': 'Cuando un compañero te menciona en una nota',
  'Who will use it, such as ‘Price list on our blog’':
    'Quién la usará, como «Lista de precios de nuestro blog»',
  'Who wrote and the first words, also on a locked screen. Without it, only that somebody wrote.':
    'Quién ha escrito y las primeras palabras, también con la pantalla bloqueada. Sin esto, solo que alguien ha escrito.',
  'You are told by mail when a note mentions you. Change that, or turn it off, here:':
    'Se te avisa por correo cuando una nota te menciona. Puedes cambiarlo o desactivarlo aquí:',
  'You were mentioned': 'Te han mencionado',
  'Your devices': 'Tus dispositivos',
  'Your devices are told in any case. Nothing is sent for a mention you have seen.':
    'A tus dispositivos se les avisa en todo caso. No se envía nada por una mención que ya has visto.',
  '{authorName} mentioned you': '{authorName} te ha mencionado',
  '{counted} in one conversation.': '{counted} en una conversación.',
  '{email} waits in the queue': '{email} espera en la cola',
  '{lastDurationMs} ms': '{lastDurationMs} ms',
  '{perMinute} a minute': '{perMinute} por minuto',
  '{waiting} waiting': '{waiting} en espera',
  '{who} mentioned you': '{who} te ha mencionado',
  '{who} mentioned you in a private note beside the conversation with {email}.':
    '{who} te ha mencionado en una nota privada junto a la conversación con {email}.',
  'Which sites may show the chat in their pages is listed under':
    'Qué sitios pueden mostrar el chat en sus páginas se indica en',
  'A site that has a signing secret can tell who its visitors are, so that they need not type their address: the team then reads “Verified by” and the site. It proves what that site says, not that somebody reads the mail of the address.':
    'Un sitio que tiene un secreto de firma puede decir quiénes son sus visitantes, para que no tengan que escribir su dirección: el equipo lee entonces «Verificado por» y el sitio. Demuestra lo que dice ese sitio, no que alguien lea el correo de la dirección.',
  'This is version 2: no style, animation or page change of the site hides or removes the chat. Pages with version 1 keep working; to change over, replace their whole script element.':
    'Esta es la versión 2: ningún estilo, animación ni cambio de página del sitio oculta o quita el chat. Las páginas con la versión 1 siguen funcionando; para cambiar, sustituye su elemento script completo.',
  'For the pages of such a site': 'Para las páginas de un sitio así',
  'The new signing secret of the site': 'El nuevo secreto de firma del sitio',
  'Not listed any more': 'Ya no está en la lista',
  'Does not sign who its visitors are': 'No firma quiénes son sus visitantes',
  Signs: 'Firma',
  'with a secret of': 'con un secreto del',
  'Make a signing secret for {origin}': 'Crear un secreto de firma para {origin}',
  'Make a signing secret': 'Crear un secreto de firma',
  'Replace the signing secret of {origin}?': '¿Cambiar el secreto de firma de {origin}?',
  'What the site signs with the one it has is refused at once, until it has the new one.':
    'Lo que el sitio firma con el que tiene se rechaza de inmediato, hasta que tenga el nuevo.',
  'Make another signing secret for {origin}': 'Crear otro secreto de firma para {origin}',
  'Take away': 'Quitarlo',
  'Take the signing secret of {origin} away?': '¿Quitar el secreto de firma de {origin}?',
  'Its visitors type their address from then on. Conversations keep what was verified.':
    'Desde entonces sus visitantes escriben su dirección. Las conversaciones conservan lo que se verificó.',
  'Take it away from {origin} for good': 'Quitárselo a {origin} para siempre',
  'The app': 'La aplicación',
  'with what messages say': 'con lo que dicen los mensajes',
  'Send what messages say': 'Enviar lo que dicen los mensajes',
  'Their text, and the names of their writers and files. Without it, ids and numbers alone leave: what was sent out can be neither taken back nor erased. Private notes are never sent.':
    'Su texto y los nombres de quienes los escriben y de sus archivos. Sin esto solo salen identificadores y números: lo que se ha enviado no se puede retirar ni borrar. Las notas privadas no se envían nunca.',
  'Read conversations, private notes and who writes':
    'Leer conversaciones, notas privadas y quién escribe',
  'Answer visitors; assign, snooze and resolve conversations':
    'Responder a visitantes; asignar, posponer y resolver conversaciones',
  'Write private notes and put labels': 'Escribir notas privadas y poner etiquetas',
  'How you are told of visitors who wait for you while you are somewhere else. Nothing is sent for what you have read.':
    'Cómo se te avisa de los visitantes que te esperan mientras estás en otro sitio. No se envía nada de lo que ya has leído.',
  'Read the documentation': 'Leer la documentación',
  'What other programs may ask, and what they are told.':
    'Qué pueden preguntar otros programas, y qué se les dice.',
  'Replace the signing secret of {origin}': 'Sustituir el secreto de firma de {origin}',
  'Take the signing secret of {origin} away': 'Quitar el secreto de firma de {origin}',
  'A visitor starts a conversation': 'Un visitante empieza una conversación',
  'A visitor or an agent writes a message': 'Un visitante o un agente escribe un mensaje',
  'Somebody posts a review': 'Alguien publica una opinión',
  'An order is placed, or its state changes': 'Se hace un pedido, o cambia su estado',
  'Changes of the catalogue are published': 'Se publican cambios del catálogo',
  'An admin presses “Send a test”': 'Un administrador pulsa «Enviar una prueba»',
  'Read orders and who buys': 'Leer pedidos y quién compra',
  'Change orders: payment, delivery, refunds': 'Cambiar pedidos: pago, entrega, reembolsos',
  'Take the catalogue as a file, what is hidden too':
    'Sacar el catálogo como archivo, también lo oculto',
  'Publish changes of the catalogue': 'Publicar cambios del catálogo',
  'The push service of this browser could not be reached. Some browsers have it switched off in their settings, and private windows have none.':
    'No se pudo contactar con el servicio de notificaciones de este navegador. Algunos navegadores lo tienen desactivado en sus ajustes, y las ventanas privadas no tienen ninguno.',
} as const satisfies Translations;

type ReachTeamWords = typeof REACH_TEAM_ES;

declare module '../platform/translate.ts' {
  // oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- It takes over the names.
  interface Sentences extends ReachTeamWords {}
}
