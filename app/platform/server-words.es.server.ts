import type { Translations } from './translate.ts';

/** Spanish translations of the platform's server-side sentences, keyed by the English text. */
export const PLATFORM_SERVER_ES = {
  'It is being sent at this moment.': 'Se está enviando en este momento.',
  'It is done, or somebody else gave it up.': 'Está hecho, o alguien lo descartó.',
  'The last try was not finished.': 'El último intento no terminó.',
  'The same waits already, and will be sent.': 'Lo mismo ya está en espera y se enviará.',
  'What it goes to is paused. Resume that, and it is sent.':
    'Su destino está en pausa. Reanúdalo y se envía.',
  'This is not the secret of MAIL_WEBHOOK_SECRET.': 'Este no es el secreto de MAIL_WEBHOOK_SECRET.',
  'That was too much. Please post it later.': 'Ha sido demasiado. Envíalo más tarde.',
  'Nobody of the team has this id.': 'Nadie del equipo tiene este id.',
  "'{name}' must be a whole number.": '«{name}» tiene que ser un número entero.',
  'That is longer than a code can be.': 'Es más largo de lo que puede ser un código.',
  'That is no answer of a passkey.': 'Eso no es una respuesta de una llave de acceso.',
  "The field '{field}'": 'El campo «{field}»',
  'The page after that {noun} does not exist.':
    'No existe la página posterior a ese elemento ({noun}).',
  'The request': 'La petición',
  'This address is only read: nothing can be sent to it.':
    'Esta dirección solo se lee: no se le puede enviar nada.',
  'This address shows nothing: pages send to it.':
    'Esta dirección no muestra nada: las páginas le envían datos.',
  'This request came from another site and was refused.':
    'Esta petición venía de otro sitio y se rechazó.',
  'You are signed out. Please sign in again.': 'Tu sesión está cerrada. Inicia sesión de nuevo.',
  'Your account needs a second factor first. Set one up under Your account.':
    'Tu cuenta necesita primero un segundo factor. Configúralo en Tu cuenta.',
  '{count} change|{count} changes': { one: '{count} cambio', other: '{count} cambios' },
  '{what} is missing or not what was expected.': '{what} falta o no es lo esperado.',
  'The name does not exist.': 'El nombre no existe.',
  'The name could not be looked up.': 'No se pudo consultar el nombre.',
  'Nobody listens there.': 'Nadie escucha ahí.',
  'The receiver broke the connection off.': 'El receptor cortó la conexión.',
  'The receiver cannot be reached.': 'No se puede llegar al receptor.',
  'The receiver’s certificate has expired.': 'El certificado del receptor ha caducado.',
  'The receiver’s certificate is self-signed.': 'El certificado del receptor está autofirmado.',
  'The receiver’s certificate is for another name.':
    'El certificado del receptor es para otro nombre.',
  'The receiver’s certificate cannot be verified.':
    'No se puede verificar el certificado del receptor.',
  'The request failed.': 'La petición falló.',
  'The request failed ({code}).': 'La petición falló ({code}).',
  'There was no answer in time.': 'No hubo respuesta a tiempo.',
  'The answer is too large.': 'La respuesta es demasiado grande.',
  '{address} is not an address of the Internet.': '{address} no es una dirección de Internet.',
  'Over the Internet only https is used.': 'Por Internet solo se usa https.',
  'The mail cannot be read.': 'No se puede leer el correo.',
  'The mail was sealed with another secret.': 'El correo se selló con otro secreto.',
  'That is too large to send. The limit is {limit}.':
    'Es demasiado grande para enviarlo. El límite es {limit}.',
  'Please use at most {most} characters': 'Usa como máximo {most} caracteres',
  'Please keep it under {most} characters': 'Usa menos de {most} caracteres',
  'Please use a name of at most {most} characters':
    'Usa un nombre de {most} caracteres como máximo',
  'Please use an address of at most {most} characters':
    'Usa una dirección de {most} caracteres como máximo',
  'Please give the key a name of at most {most} characters.':
    'Da a la clave un nombre de {most} caracteres como máximo.',
  '“{name}” could not be prepared. Please add it again.':
    'No se pudo preparar «{name}». Añádelo de nuevo.',
  '“{name}” could not be checked for viruses. Please add it again later.':
    'No se pudo comprobar si «{name}» tiene virus. Añádelo de nuevo más tarde.',
  'it could not be read as a picture': 'no se pudo leer como imagen',
  'it has more than 64 million pixels': 'tiene más de 64 millones de píxeles',
  'it has several pages': 'tiene varias páginas',
  'it could not be read as a video': 'no se pudo leer como vídeo',
  'all its frames together have more than 64 million pixels':
    'todos sus fotogramas juntos tienen más de 64 millones de píxeles',
  'it would take too much memory or time. Please make it smaller':
    'necesitaría demasiada memoria o demasiado tiempo. Hazla más pequeña',
  'its pixels are of a kind that is not shown. Please save it as JPEG or PNG':
    'sus píxeles son de un tipo que no se muestra. Guárdala como JPEG o PNG',
  'More files came from your network than are taken in an hour. Please try again later, or send a link to the file.':
    'Desde tu red han llegado más archivos de los que se admiten en una hora. Inténtalo más tarde o envía un enlace al archivo.',
  'You have added more files than are taken in an hour. Please try again later.':
    'Has añadido más archivos de los que se admiten en una hora. Inténtalo más tarde.',
  'More files came by email than are taken in an hour.':
    'Han llegado por correo más archivos de los que se admiten en una hora.',
  'it is smaller than 16 by 16 pixels, too small to show anything':
    'mide menos de 16 por 16 píxeles, demasiado poco para que se vea algo',
  'it is wholly transparent, so that nothing of it would be seen':
    'es del todo transparente y no se vería nada de ella',
  'it is no MP4 or WebM video': 'no es un vídeo MP4 ni WebM',
  "Please type '{phrase}'.": 'Escribe «{phrase}».',
} as const satisfies Translations;

type PlatformServerWords = typeof PLATFORM_SERVER_ES;

declare module './translate.ts' {
  // oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- It takes over the names.
  interface Sentences extends PlatformServerWords {}
}
