import type { Translations } from '../platform/translate.ts';

/** Spanish texts for the team, keyed by their English wording. */
export const INBOUND_MAIL_TEAM_ES = {
  'What visitors answer to a mail becomes a message of their conversation. Set at start with IMAP_URL or MAIL_WEBHOOK_SECRET, because they are secrets.':
    'Lo que los visitantes responden a un correo pasa a ser un mensaje de su conversación. Se indica en el arranque con IMAP_URL o MAIL_WEBHOOK_SECRET, porque son secretos.',
  'on: a mail that answers none of ours begins a conversation. Set it only for a mailbox that is there for this. off: such mails stay in the mailbox.':
    'on: un correo que no responde a ninguno nuestro empieza una conversación. Actívalo solo con un buzón que esté para eso. off: esos correos se quedan en el buzón.',
  'Not connected: answers to mails go to the sender’s mailbox, and visitors answer in the chat.':
    'Sin conexión: las respuestas a los correos van al buzón del remitente, y los visitantes responden en el chat.',
  'Incoming answers': 'Respuestas por correo',
  'Answered at': 'Se responde a',
  Mailbox: 'Buzón',
  'Mail provider': 'Proveedor de correo',
  'Not read yet.': 'Aún no se ha leído.',
  'It was never read.': 'No se ha leído nunca.',
  Connected: 'Conectado',
  'Not connected': 'Sin conexión',
  'Nothing was posted to /webhooks/mail yet.': 'Aún no ha llegado nada a /webhooks/mail.',
  'No mail has become a message yet.': 'Ningún correo ha pasado aún a ser un mensaje.',
  'Answers by mail do not come in:': 'No entran respuestas por correo:',
  Since: 'Desde',
  '; it is tried again by itself, and nothing is lost.':
    '; se vuelve a intentar solo, y no se pierde nada.',
  '{address}, with a part of its own for each mail':
    '{address}, con una parte propia para cada correo',
  '; it last worked': '; funcionó por última vez',
  'It last posted a mail': 'Envió un correo por última vez',
  'The last mail that became a message came': 'El último correo que pasó a ser un mensaje llegó',
  State: 'Estado',
  'The name of the mail server in IMAP_URL is not known.':
    'No se conoce el nombre del servidor de correo de IMAP_URL.',
  'The name of the mail server in IMAP_URL could not be looked up.':
    'No se pudo consultar el nombre del servidor de correo de IMAP_URL.',
  'The mail server of IMAP_URL does not answer there.':
    'El servidor de correo de IMAP_URL no responde ahí.',
  'The mail server ended the connection.': 'El servidor de correo cerró la conexión.',
  'The mail server of IMAP_URL cannot be reached.':
    'No se puede llegar al servidor de correo de IMAP_URL.',
  'The mail server did not answer in time.': 'El servidor de correo no respondió a tiempo.',
  'The mail server did not accept the user name and password of IMAP_URL.':
    'El servidor de correo no aceptó el usuario y la contraseña de IMAP_URL.',
  'The folder of IMAP_URL does not exist.': 'La carpeta de IMAP_URL no existe.',
  'No encrypted connection to the mail server came about.':
    'No se logró una conexión cifrada con el servidor de correo.',
  'The mailbox could not be read. The log says why.':
    'No se pudo leer el buzón. El registro dice por qué.',
  'A mail could not be taken in yet. The log says why.':
    'Un correo no se ha podido incorporar aún. El registro dice por qué.',
  'Emails that became no message: automatic ones, and those whose sender or receiver was not accepted. Look through them for what a person wrote, and answer by email.':
    'Correos que no pasaron a ser un mensaje: los automáticos y aquellos cuyo remitente o destinatario no se aceptó. Busca entre ellos lo que escribió una persona y responde por correo.',
  'Emails that became no message are listed here:':
    'Los correos que no pasaron a ser un mensaje están aquí:',
  'No emails were left out. Those that are will appear here.':
    'No se ha descartado ningún correo. Los que se descarten aparecerán aquí.',
  'The list keeps emails for 30 days.': 'La lista guarda los correos durante 30 días.',
  'Automatic reply': 'Respuesta automática',
  'Delivery report': 'Aviso de entrega',
  'Mailing list': 'Lista de correo',
  'From our own address': 'De nuestra propia dirección',
  'Answers no conversation': 'No responde a ninguna conversación',
  'Sender not accepted': 'Remitente no aceptado',
  'Too many emails': 'Demasiados correos',
  Unreadable: 'Ilegible',
  '(no subject)': '(sin asunto)',
  'The email is in the mailbox, unread.': 'El correo está en el buzón, sin leer.',
  'Show the text': 'Mostrar el texto',
  'A mail could not be taken in yet: {why}': 'Un correo no se ha podido incorporar aún: {why}',
} as const satisfies Translations;

type InboundMailTeamWords = typeof INBOUND_MAIL_TEAM_ES;

declare module '../platform/translate.ts' {
  // oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- It takes over the names.
  interface Sentences extends InboundMailTeamWords {}
}
