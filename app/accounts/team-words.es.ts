import type { Translations } from '../platform/translate.ts';

export const TEAM_TEAM_ES = {
  ', with {browser}': ', con {browser}',
  '1 recovery code is left.': 'Queda 1 código de recuperación.',
  'A day without times is closed. An end before its beginning is on the next day; midnight to midnight is the whole day.':
    'Un día sin horas está cerrado. Un final anterior a su principio es del día siguiente; de medianoche a medianoche es el día entero.',
  'A delivery that is not answered by then is accepted, and the order completed. The buyer is told before, on the third and the sixth day.':
    'Una entrega sin respuesta para entonces se da por aceptada y el pedido se completa. Se avisa antes al comprador, al tercer y al sexto día.',
  'A passkey is kept by your device or password manager, and signs you in without a password.':
    'Una llave de acceso la guarda tu dispositivo o tu gestor de contraseñas, y te deja entrar sin contraseña.',
  'A second factor is an authenticator app or a passkey. Everybody may have one; who needs one is led to set it up before anything else.':
    'Un segundo factor es una aplicación de autenticación o una llave de acceso. Todos pueden tener uno; a quien lo necesita se le lleva a configurarlo antes que nada.',
  'A wait that has lasted longer than its topic’s target turns red in the list. Where there are chat hours, they alone count.':
    'Una espera que dura más que el objetivo de su tema se pone roja en la lista. Donde hay horario de chat, solo cuentan sus horas.',
  'Accept chats': 'Aceptar chats',
  Accepting: 'Acepta chats',
  'Account creation failed. Please try again.': 'No se pudo crear la cuenta. Inténtalo de nuevo.',
  'Accounts elsewhere': 'Cuentas en otros sitios',
  'Add a passkey': 'Añadir una llave de acceso',
  'Addresses of reviews': 'Direcciones de las opiniones',
  'After so many days something is deleted by itself, every hour. It cannot be brought back but from a backup. The privacy policy says the same.':
    'Pasados tantos días algo se borra solo, cada hora. Solo se puede recuperar de una copia de seguridad. La política de privacidad dice lo mismo.',
  'Already have an account?': '¿Ya tienes una cuenta?',
  'Also for every topic that has no target.': 'También para todo tema que no tiene objetivo.',
  'always open': 'siempre abierto',
  'An account at {provider} that you connect lets you in without your password.':
    'Una cuenta de {provider} que conectes te deja entrar sin tu contraseña.',
  'An authenticator app on your phone shows a new code every half minute.':
    'Una aplicación de autenticación en tu teléfono muestra un código nuevo cada medio minuto.',
  'An order that is not paid by then is cancelled.':
    'Un pedido que no se ha pagado para entonces se cancela.',
  'Answer target': 'Objetivo de respuesta',
  'Answer target: {topic}': 'Objetivo de respuesta: {topic}',
  'Answer targets': 'Objetivos de respuesta',
  'Answers that everybody on the team can insert.':
    'Respuestas que todos los del equipo pueden insertar.',
  'Any number': 'Sin límite',
  'any number': 'sin límite',
  as: 'como',
  'As set at start.': 'Como en el arranque.',
  'As the refund page says them. They do not close the chat.':
    'Como las dice la página de reembolsos. No cierran el chat.',
  'asked for an account for': 'pidió una cuenta para',
  'Asked for: {role}': 'Pidió: {role}',
  Assignment: 'Asignación',
  'At least {minLength} characters': 'Al menos {minLength} caracteres',
  'at start:': 'en el arranque:',
  'audit log': 'registro de auditoría',
  'Authenticator app': 'Aplicación de autenticación',
  'automatic: admins, seven days after any of them has set one up. managers: managers and admins. support: support, managers and admins.':
    'automatic: administradores, siete días después de que uno de ellos lo configure. managers: gestores y administradores. support: soporte, gestores y administradores.',
  Availability: 'Disponibilidad',
  'Away after': 'Ausente tras',
  'Back to the login': 'Volver al inicio de sesión',
  'Being sent': 'Enviándose',
  'Brand name': 'Nombre de la marca',
  'Change password': 'Cambiar contraseña',
  'Chat hours': 'Horario del chat',
  'Chats at once': 'Chats a la vez',
  Code: 'Código',
  'Code from the app': 'Código de la aplicación',
  'Confirm {toLowerCase}': 'Confirma: {toLowerCase}',
  'Connect {provider}': 'Conectar {provider}',
  Contact: 'Contacto',
  'Continue with {name}': 'Continuar con {name}',
  'Conversations that ended more than {days} ago are deleted, messages, notes and ratings included: {count} at this moment.':
    'Se borran las conversaciones que terminaron hace más de {days}, con mensajes, notas y valoraciones: {count} en este momento.',
  'Create account': 'Crear cuenta',
  'Create one here': 'Crea una aquí',
  'Current password': 'Contraseña actual',
  'Days after a conversation ended, until it is deleted with everything in it, and with visitors and browsers that have nothing else. Empty: kept.':
    'Días desde que terminó una conversación hasta que se borra con todo lo que contiene, y con los visitantes y navegadores que no tienen nada más. Vacío: se conserva.',
  'Days after a review was written, until its email address is deleted. The review stays. Empty: kept.':
    'Días desde que se escribió una opinión hasta que se borra su dirección de correo. La opinión se queda. Vacío: se conserva.',
  'Days to accept a delivery': 'Días para aceptar una entrega',
  'Days to pay': 'Días para pagar',
  'Days until an entry of the audit log is deleted.':
    'Días hasta que se borra una entrada del registro de auditoría.',
  'Decline {email}': 'Rechazar {email}',
  'Decline {fullName}?': '¿Rechazar a {fullName}?',
  Digest: 'Resumen',
  Disconnect: 'Desconectar',
  'Each lets you in once when you have lost your other factors.':
    'Cada uno te deja entrar una vez cuando has perdido tus otros factores.',
  'Each setting begins with the value set at start, in the environment of the server. What you save here wins over it, on every process and at once.':
    'Cada ajuste empieza con el valor del arranque, en el entorno del servidor. Lo que guardas aquí prevalece, en todos los procesos y de inmediato.',
  'Edit canned replies': 'Editar respuestas guardadas',
  'Email not verified': 'Correo sin verificar',
  'encrypted from the start': 'cifrado desde el principio',
  'encrypted where the server offers it': 'cifrado donde el servidor lo ofrece',
  'Entries of the audit log from more than {days} ago are deleted: {count} at this moment.':
    'Se borran las entradas del registro de auditoría de hace más de {days}: {count} en este momento.',
  'everybody: strangers may ask for an account, which waits for an admin. invited: only who was invited gets one.':
    'everybody: cualquiera puede pedir una cuenta, que espera a un administrador. invited: solo recibe una quien fue invitado.',
  Expired: 'Caducada',
  'First name': 'Nombre',
  'For somebody who has lost theirs. They are signed out everywhere, sign in with their password alone, and get a mail about it.':
    'Para alguien que ha perdido los suyos. Se cierra su sesión en todas partes, entra solo con su contraseña y recibe un correo sobre ello.',
  'For the hours below and for the days of reports.':
    'Para las horas de abajo y para los días de los informes.',
  Friday: 'Viernes',
  'Give this up?': '¿Descartar esto?',
  'Give up': 'Descartar',
  'Give up for good': 'Descartar para siempre',
  'Give up: {name}': 'Descartar: {name}',
  'given up': 'descartado',
  'Governing state': 'Estado cuya ley rige',
  'The audit log shows who sent a job again.':
    'El registro de auditoría muestra quién volvió a enviar una tarea.',
  'How long an order waits for its buyer. Days end at midnight in the time zone of this shop.':
    'Cuánto espera un pedido a su comprador. Los días terminan a medianoche en la zona horaria de esta tienda.',
  'In use': 'En uso',
  Invitations: 'Invitaciones',
  Invite: 'Invitar',
  'It goes to {to}.': 'Va a {to}.',
  'It is connected: it lets you in from now on.':
    'Está conectada: a partir de ahora te deja entrar.',
  'It is taken out of the outbox for good. What has not left by now does not.':
    'Sale de la bandeja de salida para siempre. Lo que aún no ha salido ya no sale.',
  'Its name': 'Su nombre',
  'keeps who changed what.': 'guarda quién cambió qué.',
  kept: 'se conserva',
  'Language of the search': 'Idioma de la búsqueda',
  'Languages of the shop': 'Idiomas de la tienda',
  'Last name': 'Apellidos',
  'last used': 'último uso',
  'Login failed - no user data returned.':
    'No se pudo iniciar sesión: no llegaron datos del usuario.',
  'Login failed. Please check your connection and try again.':
    'No se pudo iniciar sesión. Comprueba tu conexión e inténtalo de nuevo.',
  'Login failed. Something went wrong on our side. Please try again in a moment.':
    'No se pudo iniciar sesión. Algo falló por nuestra parte. Inténtalo de nuevo en un momento.',
  Mail: 'Correo',
  'Mail server': 'Servidor de correo',
  'Mail to a visitor': 'Correo a un visitante',
  'Mails come from this address unless MAIL_FROM is set at start.':
    'Los correos salen de esta dirección si no se fija MAIL_FROM en el arranque.',
  'Main language': 'Idioma principal',
  'Make new codes': 'Hacer códigos nuevos',
  "Most of what is written to you is in it. With 'simple' words are found as they are written. Earlier messages follow within minutes.":
    'El idioma en el que más se te escribe. Con «simple» las palabras se encuentran tal como se escriben. Los mensajes anteriores siguen en unos minutos.',
  'New accounts are by invitation only. Ask an admin of this shop to invite you: the mail you get then leads to your account.':
    'Las cuentas nuevas son solo por invitación. Pide a un administrador de esta tienda que te invite: el correo que recibas lleva a tu cuenta.',
  'New password': 'Contraseña nueva',
  'New visitors come to you.': 'Los visitantes nuevos te llegan.',
  'No account yet?': '¿Aún no tienes cuenta?',
  'No new visitors come to you.': 'No te llegan visitantes nuevos.',
  'No passkey was given. Please try again, or use another way.':
    'No se dio ninguna llave de acceso. Inténtalo de nuevo o usa otra manera.',
  'Nobody has proved that this address is theirs. Approve it only if you know who asked.':
    'Nadie ha demostrado que esta dirección sea suya. Apruébala solo si sabes quién lo pidió.',
  'None. Mails are kept in the outbox folder on the server, and their links printed in its log.':
    'Ninguno. Los correos se guardan en la carpeta de salida del servidor, y sus enlaces se escriben en su registro.',
  'Not offered any more.': 'Ya no se ofrece.',
  'not signed in': 'sin sesión',
  nothing: 'nada',
  'Nothing has been written down yet.': 'Aún no se ha anotado nada.',
  'Nothing has failed.': 'Nada ha fallado.',
  'Nothing is waiting.': 'Nada espera.',
  'Nothing was saved yet. A shorter period deletes for good:':
    'Aún no se ha guardado nada. Un periodo más corto borra para siempre:',
  'Numbers, money and dates': 'Números, dinero y fechas',
  'Of an agent who has no number of their own on the page Desk. Who has as many is given nobody; when everybody has, visitors wait in the queue. Empty: any number.':
    'De un agente que no tiene un número propio en la página Atención. A quien tiene tantos no se le asigna ninguno más; cuando todos los tienen, los visitantes esperan en la cola. Vacío: sin límite.',
  'Of two: the one whose home page is at /. The other one’s is at /es or /en.':
    'De los dos: aquel cuya página de inicio está en /. La del otro está en /es o /en.',
  'On hold': 'Retenido',
  'On the contact page and in the legal documents.':
    'En la página de contacto y en los documentos legales.',
  'Only at these times': 'Solo a estas horas',
  'Passkey since': 'Llave de acceso desde',
  'Payment link': 'Enlace de pago',
  'Please confirm that it is you, then send this again.':
    'Confirma que eres tú y envía esto de nuevo.',
  'Please enter the hours of one day at least, or choose Always.':
    'Escribe las horas de un día al menos, o elige Siempre.',
  'Postal address': 'Dirección postal',
  'Push to a device': 'Notificación a un dispositivo',
  'QR code for your authenticator app': 'Código QR para tu aplicación de autenticación',
  'Recovery codes': 'Códigos de recuperación',
  'Remembered it?': '¿La has recordado?',
  'Reports and waiting times count the hours of the chat alone.':
    'Los informes y los tiempos de espera cuentan solo las horas del chat.',
  Request: 'Petición',
  'Reset factors': 'Restablecer factores',
  'Reset the second factors of {email}': 'Restablecer los segundos factores de {email}',
  'Reset the second factors of {fullName}?': '¿Restablecer los segundos factores de {fullName}?',
  'Reset to the value set at start': 'Volver al valor del arranque',
  'Reset to the value set at start: {name}': 'Volver al valor del arranque: {name}',
  Restore: 'Restaurar',
  'Restore {email}': 'Restaurar {email}',
  Retention: 'Conservación',
  'Reviews written more than {days} ago lose their email address: {count} at this moment.':
    'Las opiniones escritas hace más de {days} pierden su dirección de correo: {count} en este momento.',
  Role: 'Rol',
  'Role of {email}': 'Rol de {email}',
  Saturday: 'Sábado',
  'Save and delete': 'Guardar y borrar',
  'Saved here': 'Guardado aquí',
  'Saved: {saved}. It is used everywhere from now on.':
    'Guardado: {saved}. Se usa en todas partes desde ahora.',
  'Saves all sections of this page.': 'Guarda todas las partes de esta página.',
  'Scan the code with your app, or type this key into it:':
    'Escanea el código con tu aplicación, o escribe en ella esta clave:',
  'Second factor needed by': 'Segundo factor obligatorio para',
  'Send a new link': 'Enviar un enlace nuevo',
  'Send a test mail': 'Enviar un correo de prueba',
  'Send again: {name}': 'Enviar de nuevo: {name}',
  'Send link': 'Enviar enlace',
  Sender: 'Remitente',
  'Set at start with SMTP_URL and MAIL_FROM, because they hold a password.':
    'Se fija en el arranque con SMTP_URL y MAIL_FROM, porque contienen una contraseña.',
  'Set password': 'Poner contraseña',
  'Set up an app': 'Configurar una aplicación',
  'Sign out': 'Cerrar sesión',
  'Sign out everywhere': 'Cerrar sesión en todas partes',
  'Signing in': 'Inicio de sesión',
  'Six digits from your authenticator app, or a recovery code.':
    'Seis cifras de tu aplicación de autenticación, o un código de recuperación.',
  'Stop accepting chats': 'Dejar de aceptar chats',
  Sunday: 'Domingo',
  'Support email': 'Correo de soporte',
  'Support hours': 'Horario de soporte',
  Suspend: 'Suspender',
  'Suspend {email}': 'Suspender {email}',
  'Suspend {fullName}?': '¿Suspender a {fullName}?',
  'Thank you, your email is verified.': 'Gracias, tu correo está verificado.',
  'That was tried too often. Please wait a minute, or sign in with your password.':
    'Se ha intentado demasiadas veces. Espera un minuto o inicia sesión con tu contraseña.',
  The: 'El',
  'the authenticator app': 'la aplicación de autenticación',
  'The name on every page and in every mail.': 'El nombre en cada página y en cada correo.',
  'The other site does not answer. Please sign in with your password, or try again in a moment.':
    'El otro sitio no responde. Inicia sesión con tu contraseña o inténtalo de nuevo en un momento.',
  'The request is deleted. The same address can sign up again.':
    'La solicitud se borra. La misma dirección puede volver a registrarse.',
  'The state whose law governs the terms.': 'El estado cuyas leyes rigen las condiciones.',
  'The team finds a word in any of its forms, as its language has them.':
    'El equipo encuentra una palabra en cualquiera de sus formas, según su idioma.',
  'There is another request for this address. Verifying this one ends it.|There are {count} more requests for this address. Verifying this one ends them.':
    {
      one: 'Hay otra solicitud para esta dirección. Verificar esta la termina.',
      other: 'Hay {count} solicitudes más para esta dirección. Verificar esta las termina.',
    },
  'They are signed out at once, and their open conversations go to other agents.':
    'Se cierra su sesión de inmediato, y sus conversaciones abiertas pasan a otros agentes.',
  'This device has a passkey for your account already.':
    'Este dispositivo ya tiene una llave de acceso para tu cuenta.',
  'This was not me': 'No fui yo',
  Thursday: 'Jueves',
  'Time zone': 'Zona horaria',
  Tuesday: 'Martes',
  'Under Content it has {count} minute, which counts.|Under Content it has {count} minutes, which count.':
    {
      one: 'En Contenido tiene {count} minuto, que es lo que cuenta.',
      other: 'En Contenido tiene {count} minutos, que son los que cuentan.',
    },
  'until its webhook is resumed': 'hasta que se reanude su webhook',
  'Use a passkey': 'Usar una llave de acceso',
  'Use this app': 'Usar esta aplicación',
  'valid until': 'válida hasta',
  'Verify email': 'Verificar correo',
  'Verify it only if that was you: the password chosen then is the one that will work.':
    'Verifícala solo si fuiste tú: la contraseña que se eligió entonces es la que funcionará.',
  'Waiting for approval': 'Esperan aprobación',
  'Waits for the link that was mailed to this address.':
    'Espera el enlace que se envió a esta dirección.',
  Wednesday: 'Miércoles',
  'What visitors can read the shop and chat in. Who works here chooses theirs under Your account.':
    'En qué idiomas los visitantes pueden leer la tienda y chatear. Cada persona del equipo elige el suyo en Tu cuenta.',
  'Jobs that were given up are kept for 30 days.': 'Las tareas descartadas se guardan 30 días.',
  'Where the buttons that pay lead. Open it once yourself after a change.':
    'A dónde llevan los botones de pago. Ábrelo tú una vez después de cambiarlo.',
  'Who is given visitors. Taking them and handing them over by hand is always possible.':
    'A quién se le asignan visitantes. Siempre se puede tomarlos y pasarlos a mano.',
  'Who may sign up': 'Quién puede registrarse',
  'With two, each page names the other, and its footer leads there. Nobody is sent to a language by what their browser says.':
    'Con dos, cada página nombra la otra, y su pie lleva allí. Nadie va a parar a un idioma por lo que diga su navegador.',
  'with user name and password': 'con usuario y contraseña',
  'Withdraw the invitation of {email}': 'Retirar la invitación de {email}',
  'Without a connection, until an agent is away and the visitors who wait for them go to others.':
    'Sin conexión, hasta que un agente se considera ausente y los visitantes que le esperan pasan a otros.',
  'without a password': 'sin contraseña',
  'You are signed out everywhere.': 'Tu sesión está cerrada en todas partes.',
  'Your account is ready. You can sign in now.': 'Tu cuenta está lista. Ya puedes iniciar sesión.',
  'Your account needs a second factor: set one up here before you go on.':
    'Tu cuenta necesita un segundo factor: configúralo aquí antes de seguir.',
  'Your new password is set. You can sign in with it now.':
    'Tu contraseña nueva está puesta. Ya puedes iniciar sesión con ella.',
  '{count} minute|{count} minutes': { one: '{count} minuto', other: '{count} minutos' },
  '{count} more request for this address: the one you approve ends the others.|{count} more requests for this address: the one you approve ends the others.':
    {
      one: '{count} solicitud más para esta dirección: la que apruebes termina con las demás.',
      other: '{count} solicitudes más para esta dirección: la que apruebes termina con las demás.',
    },
  '{day} from': '{day}, desde',
  '{day} to': '{day}, hasta',
  '{left} recovery codes are left.': 'Quedan {left} códigos de recuperación.',
  '{nameOfKind} of {createdAt}': '{nameOfKind} de {createdAt}',
  '{nameOfKind}, failed': '{nameOfKind}, fallidos',
  '{nameOfKind}, waiting': '{nameOfKind}, en espera',
  '{name} must end at another time than it begins.':
    '{name} tiene que terminar a otra hora de la que empieza.',
  '{name} needs both a beginning and an end.': '{name} necesita un principio y un final.',
  '{name} needs times such as 09:00 and 17:30.': '{name} necesita horas como 09:00 y 17:30.',
  '{reset} has the value set at start again.': '{reset} vuelve a tener el valor del arranque.',
  '{signUpsNotShown} older requests are not shown. They end by themselves within 30 days.':
    'No se muestran {signUpsNotShown} solicitudes más antiguas. Terminan solas en 30 días.',
  'The team’s pages and your mails': 'Las páginas del equipo y tus correos',
  'As the shop: {language}': 'Como la tienda: {language}',
  'Save language': 'Guardar idioma',
  'Pages of these sites may show the chat in a frame. Every other page of the shop stays unframeable everywhere.':
    'Las páginas de estos sitios pueden mostrar el chat en un marco. Todas las demás páginas de la tienda siguen sin poder enmarcarse en ningún sitio.',
  'Such as https://www.example.com, with spaces between them; empty: none. What goes into their pages stands under API.':
    'Por ejemplo https://www.example.com, con espacios entre ellos; vacío: ninguno. Lo que va en sus páginas está en API.',
  'Sites that may show the chat': 'Sitios que pueden mostrar el chat',
  'Languages and money': 'Idiomas y dinero',
  'What visitors can read the shop and chat in, and how prices are written. Who works here chooses their language under Your account.':
    'En qué idiomas pueden los visitantes leer la tienda y chatear, y cómo se escriben los precios. Quien trabaja aquí elige su idioma en Tu cuenta.',
  'As the language of the page': 'Como el idioma de la página',
  'As in Canada': 'Como en Canadá',
  'As in France': 'Como en Francia',
  'As in Germany': 'Como en Alemania',
  'As in Latin America': 'Como en Latinoamérica',
  'As in Mexico': 'Como en México',
  'As in Spain': 'Como en España',
  'As in the United Kingdom': 'Como en el Reino Unido',
  'As in the United States': 'Como en Estados Unidos',
  'As in the United States, in Spanish': 'Como en Estados Unidos, en español',
  'Another one changes no number: what costs 80 costs 80 of the new one, as a publication that can be undone. Offers and orders keep theirs, and so does a service whose price is in a currency of its own.':
    'Otra no cambia ningún número: lo que cuesta 80 cuesta 80 de la nueva, como una publicación que se puede deshacer. Las ofertas y los pedidos conservan la suya, y también un servicio con el precio en una moneda propia.',
  'Drafts by a model': 'Borradores de un modelo',
  Currency: 'Moneda',
  Approve: 'Aprobar',
  'Conversations by mail': 'Conversaciones por correo',
  'A fresh breeze': 'Una brisa fresca',
  'All hands': 'Todos',
  'Confirm that this address is yours.': 'Confirma que esta dirección es tuya.',
  'Continue with {provider}': 'Continuar con {provider}',
  'Create Agent Account': 'Crear cuenta de agente',
  'Create the first admin': 'Crear el primer administrador',
  'Every fleet': 'Toda flota',
  'Every visitor,': 'Cada visitante,',
  'First admin': 'Primer administrador',
  'Forgot password': 'Contraseña olvidada',
  'Fresh canvas,': 'Lona nueva,',
  'Good answers': 'Las buenas respuestas',
  'hold better.': 'sujetan mejor.',
  'Invitations work once, for seven days.':
    'Las invitaciones funcionan una vez, durante siete días.',
  'is on its way.': 'está en camino.',
  'It signs you out wherever you are signed in.': 'Cierra tu sesión en todas partes.',
  'Join the team': 'Únete al equipo',
  'Join the team and start helping visitors.':
    'Únete al equipo y empieza a ayudar a los visitantes.',
  'needs a harbour.': 'necesita un puerto.',
  'on deck.': 'a cubierta.',
  'one clear view.': 'una vista clara.',
  'One more step': 'Un paso más',
  'room aboard.': 'a bordo.',
  'same course.': 'mismo rumbo.',
  'Set a new password': 'Poner una contraseña nueva',
  'Sign in to answer your visitors.': 'Inicia sesión para atender a tus visitantes.',
  'That could not be completed.': 'Eso no se pudo completar.',
  'That was right. Now show your second factor.': 'Correcto. Ahora muestra tu segundo factor.',
  'There is': 'Hay sitio',
  'This account approves everybody else’s.': 'Esta cuenta aprueba las de todos los demás.',
  'travel far.': 'llegan lejos.',
  'Two ropes': 'Dos cabos',
  'Verify your email': 'Verifica tu correo',
  'We send you a link to set a new one.': 'Te enviamos un enlace para poner una nueva.',
  'What cannot be undone asks who you are. It is good for five minutes.':
    'Lo que no se puede deshacer pregunta quién eres. Vale durante cinco minutos.',
  'Emails, notifications, webhooks and refunds that are waiting or could not be sent.':
    'Correos, avisos, webhooks y reembolsos que esperan o que no se pudieron enviar.',
  'What the marketplace says about itself, when it is open, and what it keeps.':
    'Qué dice la tienda de sí misma, cuándo abre y qué conserva.',
  'Who answers which conversations.': 'Quién atiende qué conversaciones.',
  'Who did what to whom, newest first.': 'Quién hizo qué a quién, lo más reciente primero.',
  'Who works here, and who would like to.': 'Quién trabaja aquí, y a quién le gustaría.',
  'You are invited as': 'Te han invitado como',
  Arabic: 'Árabe',
  Armenian: 'Armenio',
  Basque: 'Euskera',
  Catalan: 'Catalán',
  Danish: 'Danés',
  Dutch: 'Neerlandés',
  Finnish: 'Finés',
  French: 'Francés',
  German: 'Alemán',
  Greek: 'Griego',
  Hindi: 'Hindi',
  Hungarian: 'Húngaro',
  Indonesian: 'Indonesio',
  Irish: 'Irlandés',
  Italian: 'Italiano',
  Lithuanian: 'Lituano',
  Nepali: 'Nepalí',
  Norwegian: 'Noruego',
  Portuguese: 'Portugués',
  Romanian: 'Rumano',
  Russian: 'Ruso',
  Serbian: 'Serbio',
  Simple: 'Sencilla',
  Swedish: 'Sueco',
  Tamil: 'Tamil',
  Turkish: 'Turco',
  Yiddish: 'Yidis',
  Automatic: 'Automático',
  Nobody: 'Nadie',
  Admins: 'Administradores',
  Managers: 'Gerentes',
  Everybody: 'Todos',
  Off: 'Desactivado',
  On: 'Activadas',
  Refund: 'Reembolso',
} as const satisfies Translations;

type TeamTeamWords = typeof TEAM_TEAM_ES;

declare module '../platform/translate.ts' {
  // oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- It takes over the names.
  interface Sentences extends TeamTeamWords {}
}
