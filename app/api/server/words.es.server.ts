import type { Translations } from '../../platform/translate.ts';

/** The openapi.json document stays English, because programs read it. */
export const API_PAGE_ES = {
  'Read the catalogue and its reviews as JSON, and receive signed webhooks.':
    'Lee el catálogo y sus opiniones como JSON y recibe webhooks firmados.',
  'Read the catalogue and its reviews as JSON, and be told when something happens. No account is needed to read.':
    'Lee el catálogo y sus opiniones como JSON y entérate cuando algo ocurre. Para leer no hace falta cuenta.',
  '[openapi.json](/api/openapi.json) describes the same for programs (OpenAPI 3.1).':
    '[openapi.json](/api/openapi.json) describe lo mismo para programas (OpenAPI 3.1).',
  'On this page': 'En esta página',
  Operations: 'Operaciones',
  'With a key': 'Con una clave',
  Errors: 'Errores',
  'Limits and keys': 'Límites y claves',
  'Caching and CORS': 'Caché y CORS',
  'Every answer below is what this server says now.':
    'Cada respuesta de abajo es lo que este servidor dice ahora.',
  'Lists come in pages: ask again with `nextCursor` as `cursor`, or follow the `Link` header.':
    'Las listas vienen en páginas: pregunta de nuevo con `nextCursor` como `cursor`, o sigue la cabecera `Link`.',
  'New members may appear in answers at any time; ignore what you do not know. Anything that breaks a client gets a new version in the path.':
    'En las respuestas pueden aparecer miembros nuevos en cualquier momento; ignora lo que no conozcas. Lo que rompería un cliente recibe una versión nueva en la ruta.',
  'A key may do what its scopes say, and what everybody may. Admins choose them when they make it. These answers are examples; no page of another site may ask for them, and a key belongs on a server, never into a page.':
    'Una clave puede hacer lo que dicen sus ámbitos y lo que puede cualquiera. Los administradores los eligen al crearla. Estas respuestas son ejemplos; ninguna página de otro sitio puede pedirlas, y una clave va en un servidor, nunca en una página.',
  'Whatever goes wrong is answered as problem details (RFC 9457) with the type `application/problem+json`. `detail` says what happened and `type` names the kind. A parameter that does not exist is an error, not ignored.':
    'Lo que sale mal se responde como problem details (RFC 9457) con el tipo `application/problem+json`. `detail` dice qué ocurrió y `type` nombra la clase. Un parámetro que no existe es un error, no se ignora.',
  'Request: an unknown parameter': 'Petición: un parámetro desconocido',
  'Answer: an unknown parameter': 'Respuesta: un parámetro desconocido',
  'Without a key an address may ask {anonymous} times a minute, with a key {keyed} times, or as often as its admin said. `RateLimit` says how many requests are left and in how many seconds all of them are there again; a 429 says in `Retry-After` how many seconds to wait. Admins make keys under *API* in the portal. A key that is wrong or revoked is refused, never taken for no key.':
    'Sin clave, una dirección puede preguntar {anonymous} veces por minuto; con clave, {keyed} veces, o tantas como dijo su administrador. `RateLimit` dice cuántas peticiones quedan y en cuántos segundos vuelven a estar todas; un 429 dice en `Retry-After` cuántos segundos hay que esperar. Los administradores crean claves en *API*, en el portal. Una clave equivocada o revocada se rechaza, nunca se toma por ninguna.',
  'Asking with a key': 'Preguntar con una clave',
  'Answers carry an `ETag`. Send it back as `If-None-Match`, and while nothing has changed you are answered 304 without a body. `Cache-Control` says how long an answer may be kept; reviews are always to be asked for again, because one that was hidden must be gone. Pages of any site may ask what needs no scope, without cookies. What needs one is never stored on the way.':
    'Las respuestas llevan un `ETag`. Devuélvelo como `If-None-Match` y, mientras nada haya cambiado, se te responde 304 sin cuerpo. `Cache-Control` dice cuánto tiempo se puede guardar una respuesta; las opiniones hay que pedirlas siempre de nuevo, porque una que se ocultó tiene que desaparecer. Las páginas de cualquier sitio pueden pedir lo que no necesita ámbito, sin cookies. Lo que necesita uno no se guarda nunca por el camino.',
  'in the path': 'en la ruta',
  optional: 'opcional',
  'There is nothing to show yet on this installation.':
    'En esta instalación aún no hay nada que mostrar.',
  'Request: {title}': 'Petición: {title}',
  'Answer: {title}': 'Respuesta: {title}',
  'A webhook is a request to an address of yours when something happens here. Admins add one under *API* in the portal and get a signing secret. The requests follow [Standard Webhooks](https://www.standardwebhooks.com), so its libraries can check them. They carry no texts, names or email addresses.':
    'Un webhook es una petición a una dirección tuya cuando aquí ocurre algo. Los administradores añaden uno en *API*, en el portal, y reciben un secreto de firma. Las peticiones siguen [Standard Webhooks](https://www.standardwebhooks.com), así que sus bibliotecas pueden comprobarlas. No llevan textos, nombres ni direcciones de correo.',
  'Answer with any 2xx status within ten seconds; do the work afterwards. Redirects are not followed.':
    'Responde con cualquier estado 2xx antes de diez segundos; haz el trabajo después. No se siguen las redirecciones.',
  'Anything else is tried again: eight times in about a day, with growing waits. After three days without a success, or when you answer 410, the webhook is disabled until an admin resumes it.':
    'Lo demás se vuelve a intentar: ocho veces en aproximadamente un día, con esperas crecientes. Tras tres días sin éxito, o cuando respondes 410, el webhook queda desactivado hasta que un administrador lo reanude.',
  'Every event comes at least once and may come twice, in any order. `webhook-id` is the same at every try: remember it and ignore what you have seen.':
    'Cada evento llega al menos una vez y puede llegar dos, en cualquier orden. `webhook-id` es el mismo en cada intento: recuérdalo e ignora lo que ya has visto.',
  'For a day after the secret was replaced there are two signatures, one with each secret.':
    'Durante un día después de sustituir el secreto hay dos firmas, una con cada secreto.',
  'Body of {type}': 'Cuerpo de {type}',
  'Checking the signature': 'Comprobar la firma',
  'Without it anybody could write to your address in our name. In Node:':
    'Sin ella cualquiera podría escribir a tu dirección en nuestro nombre. En Node:',
  'Checking a signature in Node': 'Comprobar una firma en Node',
  'a whole number': 'un número entero',
  'a number': 'un número',
  text: 'texto',
  'a UUID': 'un UUID',
  '{kind}, {from} to {to}': '{kind}, de {from} a {to}',
  '{preset} when left out': '{preset} si se omite',
  'List the sections': 'Listar las secciones',
  'The sections of the catalogue and the areas in each, in the catalogue’s order.':
    'Las secciones del catálogo y las áreas de cada una, en el orden del catálogo.',
  'List services': 'Listar servicios',
  'The services that meet every condition given. Without conditions, the whole catalogue.':
    'Los servicios que cumplen todas las condiciones. Sin condiciones, todo el catálogo.',
  'A section of the catalogue': 'Una sección del catálogo',
  'A group of services in a section': 'Un grupo de servicios de una sección',
  'Services at this price or above, in cents': 'Servicios de este precio o más, en céntimos',
  'Services at this price or below, in cents': 'Servicios de este precio o menos, en céntimos',
  'Services delivered within so many days': 'Servicios que se entregan en tantos días',
  'Services rated so well on average, or better': 'Servicios con esta valoración media, o mejor',
  'Looks for the text in title, section and summary, and orders by how well it fits; otherwise the order is the catalogue’s':
    'Busca el texto en título, sección y resumen, y ordena por lo bien que encaja; si no, el orden es el del catálogo',
  'How many at most': 'Cuántos como máximo',
  '`nextCursor` of the page before; the other parameters must stay the same':
    '`nextCursor` de la página anterior; los demás parámetros tienen que ser los mismos',
  'Read a service': 'Leer un servicio',
  'Everything that the service’s page says, but for its reviews.':
    'Todo lo que dice la página del servicio, menos sus opiniones.',
  'Names a service within its section; percent-encode it in a path':
    'Nombra un servicio dentro de su sección; codifícalo con porcentajes en una ruta',
  'List the reviews of a service': 'Listar las opiniones de un servicio',
  'Newest first. Email addresses and hidden reviews are never given out.':
    'Las más recientes primero. Nunca se dan direcciones de correo ni opiniones ocultas.',
  'Read the rating of a service': 'Leer la valoración de un servicio',
  'The average of its stars and how many reviews gave each number of them.':
    'La media de sus estrellas y cuántas opiniones dieron cada número de ellas.',
  'Read a review': 'Leer una opinión',
  'One review, such as the one that a `review.posted` webhook names.':
    'Una opinión, como la que nombra un webhook `review.posted`.',
  'Of a review': 'De una opinión',
  'Export the catalogue': 'Exportar el catálogo',
  'Every published service as a row of texts, hidden ones too, in pages. Where a publication comes between two pages, the next one is refused: begin again.':
    'Cada servicio publicado como una fila de textos, también los ocultos, en páginas. Si entre dos páginas hay una publicación, la siguiente se rechaza: empieza de nuevo.',
  'Export the catalogue as CSV': 'Exportar el catálogo como CSV',
  'The same in one file, as /team/catalogue exports it.':
    'Lo mismo en un archivo, como lo exporta /team/catalogue.',
  'See what an import would change': 'Ver qué cambiaría una importación',
  'The difference between a file and what is published. Nothing is changed.':
    'La diferencia entre un archivo y lo publicado. No se cambia nada.',
  'Import the catalogue': 'Importar el catálogo',
  'Publishes what a file says, whole, as one publication, or nothing of it. Refused where the catalogue is another than the one that was compared, so that sending it twice changes nothing twice.':
    'Publica lo que dice un archivo, entero, como una publicación, o nada de él. Se rechaza si el catálogo ya no es el que se comparó, de modo que enviarlo dos veces no cambia nada dos veces.',
  'The `revision` that compare, or the export, answered':
    'La `revision` que respondió la comparación o la exportación',
  'Stands in the history of publications': 'Queda en el historial de publicaciones',
  'List orders': 'Listar pedidos',
  'Those that changed longest ago first. What changes while you turn the pages comes again behind them; none is left out.':
    'Primero los que cambiaron hace más tiempo. Lo que cambia mientras pasas las páginas vuelve detrás; ninguno queda fuera.',
  'Orders in this state': 'Pedidos en este estado',
  'Orders that changed at this moment or later. Ask from a few minutes before what you saw last: what is being written now has an earlier time':
    'Pedidos que cambiaron en este momento o después. Pregunta desde unos minutos antes de lo último que viste: lo que se escribe ahora tiene una hora anterior',
  'Read an order': 'Leer un pedido',
  'What the team sees of it, with every event. The address of the buyer’s own page is in none of it.':
    'Lo que el equipo ve de él, con cada evento. La dirección de la página del comprador no está en nada de ello.',
  'Of an order': 'De un pedido',
  'Change an order': 'Cambiar un pedido',
  'What the team may do with an order in its state, as `may` names it. The buyer is told as always; the order’s history and the audit log name the key. What is not possible is answered 409 with the reason and changes nothing, a repeat too.':
    'Lo que el equipo puede hacer con un pedido en su estado, como lo nombra `may`. Al comprador se le avisa como siempre; el historial del pedido y el registro de auditoría nombran la clave. Lo que no es posible se responde con 409 y el motivo y no cambia nada, tampoco una repetición.',
  'List conversations': 'Listar conversaciones',
  'The newest first. To keep a copy, read `newest` of the events first, then all pages of this list, then follow the events after that number: nothing is missed in between.':
    'Las más recientes primero. Para tener una copia, lee primero `newest` de los eventos, luego todas las páginas de esta lista y después sigue los eventos tras ese número: no se pierde nada entre medias.',
  'As in the list of the desk; a waiting one is open as well':
    'Como en la lista del equipo; una en espera también está abierta',
  'The id of a topic': 'El id de un tema',
  'A label on the conversation or on its visitor':
    'Una etiqueta de la conversación o de su visitante',
  'The id of who has it; `nobody` for the queue': 'El id de quien la tiene; `nobody` para la cola',
  'Read a conversation': 'Leer una conversación',
  'How it stands now, and whose it is.': 'Cómo está ahora y de quién es.',
  'Of a conversation': 'De una conversación',
  'List the messages of a conversation': 'Listar los mensajes de una conversación',
  'In their order, from a number on. Private notes are never among them.':
    'En su orden, a partir de un número. Las notas privadas nunca están entre ellos.',
  'Messages with a higher number': 'Mensajes con un número mayor',
  'List the private notes of a conversation': 'Listar las notas privadas de una conversación',
  'What the team and its programs wrote to themselves, the oldest first.':
    'Lo que el equipo y sus programas escribieron para sí, lo más antiguo primero.',
  'Read who is at the desk': 'Leer quién atiende',
  'To whom conversations can be given, and which labels there are.':
    'A quién se pueden dar conversaciones y qué etiquetas hay.',
  'Answer a visitor': 'Responder a un visitante',
  'Counts as the team’s answer. The visitor reads it under the name of the key, or of the agent that is named. A text that still holds {letters} or begins with a /command is refused. Sending it again with the same `clientId` answers with the first and says nothing twice; another text under it is a conflict.':
    'Cuenta como respuesta del equipo. El visitante la lee con el nombre de la clave, o del agente que se nombre. Un texto que aún contiene {letters} o empieza con una /orden se rechaza. Enviarlo de nuevo con el mismo `clientId` responde con el primero y no dice nada dos veces; otro texto con él es un conflicto.',
  'Write a private note': 'Escribir una nota privada',
  'For the team alone: no visitor ever sees it, so that a program can propose an answer here. Repeating it with the same `clientId` writes it once.':
    'Solo para el equipo: ningún visitante la ve nunca, así que un programa puede proponer aquí una respuesta. Repetirla con el mismo `clientId` la escribe una vez.',
  'Put a label on, or take it off': 'Poner o quitar una etiqueta',
  'Of the conversation, or of its visitor, with whom it stays. Twice is like once.':
    'De la conversación, o de su visitante, con quien se queda. Dos veces es como una.',
  'Give a conversation to somebody': 'Dar una conversación a alguien',
  'To a person, to somebody of a team, or back to the queue, with everything else that is said with its visitor. A person may be given more than they have room for.':
    'A una persona, a alguien de un equipo o de vuelta a la cola, con todo lo demás que se habla con su visitante. A una persona se le puede dar más de lo que le cabe.',
  'Snooze a conversation': 'Posponer una conversación',
  'What its visitor has open is out of the open ones until then.':
    'Lo que su visitante tiene abierto sale de las abiertas hasta entonces.',
  'Resolve a conversation': 'Resolver una conversación',
  'With whatever else its visitor has open. Twice is like once.':
    'Con lo demás que su visitante tenga abierto. Dos veces es como una.',
  'Open a conversation again': 'Volver a abrir una conversación',
  'As it stood, waiting or snoozed. Twice is like once.':
    'Como estaba, en espera o pospuesta. Dos veces es como una.',
  'Follow what happens': 'Seguir lo que ocurre',
  'For keys with conversations:read, orders:read or catalogue:read, each as far as its scopes go. One number over everything, in the order in which it was committed: none is ever visible before a lower one, so whoever goes on after the highest they hold misses nothing and gets nothing twice. Keep `next` together with what you made of `data`, and ask again at once while it is below `newest`. Numbers of what the key is not for are left out of `data`. Kept for 90 days: who comes later, or after a backup was restored, is answered 410 and begins again with the lists.':
    'Para claves con conversations:read, orders:read o catalogue:read, cada una hasta donde llegan sus ámbitos. Un número sobre todo, en el orden en que se confirmó: ninguno es visible antes que uno menor, así que quien sigue tras el mayor que tiene no se pierde nada ni recibe nada dos veces. Guarda `next` junto con lo que hiciste de `data`, y pregunta de nuevo enseguida mientras sea menor que `newest`. Los números de lo que no es para la clave faltan en `data`. Se guardan 90 días: a quien llega después, o tras restaurar una copia, se le responde 410 y empieza de nuevo con las listas.',
  'Events with a higher number: `next` of the answer before':
    'Eventos con un número mayor: `next` de la respuesta anterior',
  'No events, only the newest number: where to begin before the lists are read':
    'Ningún evento, solo el número más reciente: dónde empezar antes de leer las listas',
  'A parameter cannot be used': 'Un parámetro no se puede usar',
  'Correct the parameter that `parameter` names; `detail` says what it must be.':
    'Corrige el parámetro que nombra `parameter`; `detail` dice cómo tiene que ser.',
  'There is no such parameter': 'No existe ese parámetro',
  'Remove the parameter that `parameter` names, or correct its spelling.':
    'Quita el parámetro que nombra `parameter`, o corrige cómo está escrito.',
  'What was sent cannot be used': 'Lo que se envió no se puede usar',
  'Correct the member that `parameter` names; `detail` says what it must be.':
    'Corrige el miembro que nombra `parameter`; `detail` dice cómo tiene que ser.',
  'There are mistakes in the file': 'Hay errores en el archivo',
  'Nothing was imported. `faults` names row, column and what to do, as the page for people does.':
    'No se importó nada. `faults` nombra fila, columna y qué hacer, como la página para personas.',
  'The API key is not valid': 'La clave de API no es válida',
  'Send the key as `Authorization: Bearer KEY`, or leave the header out to ask without a key. A revoked key stays revoked: ask an admin for a new one.':
    'Envía la clave como `Authorization: Bearer KEY`, u omite la cabecera para preguntar sin clave. Una clave revocada sigue revocada: pide otra a un administrador.',
  'The key is not for this': 'La clave no es para esto',
  'Ask an admin for a key with the scope that `detail` names.':
    'Pide a un administrador una clave con el ámbito que nombra `detail`.',
  'Nothing is found here': 'Aquí no se encuentra nada',
  'Check the path. Sections, services and reviews can disappear.':
    'Comprueba la ruta. Secciones, servicios y opiniones pueden desaparecer.',
  'This is not offered here': 'Esto no se ofrece aquí',
  'Use one of the methods that the Allow header names.':
    'Usa uno de los métodos que nombra la cabecera Allow.',
  'That is too much': 'Es demasiado',
  'Send less at once: `detail` says how much is taken.':
    'Envía menos de una vez: `detail` dice cuánto se acepta.',
  'It is not as this needs it': 'No está como esto lo necesita',
  'Read it again: `detail` says what it has become. Nothing was changed.':
    'Léelo de nuevo: `detail` dice en qué se ha convertido. No se cambió nada.',
  'These events are not kept any more': 'Estos eventos ya no se guardan',
  'Read the lists again, then follow from the number that `detail` names.':
    'Lee las listas de nuevo y sigue desde el número que nombra `detail`.',
  'There is no such form of it': 'No existe en esa forma',
  'Send `Accept: application/json`, or no Accept header. A CSV file is `text/csv`.':
    'Envía `Accept: application/json`, o ninguna cabecera Accept. Un archivo CSV es `text/csv`.',
  'Too many requests': 'Demasiadas peticiones',
  'Wait as many seconds as the Retry-After header says. A key raises the limit.':
    'Espera los segundos que dice la cabecera Retry-After. Una clave sube el límite.',
  'Something went wrong on our side': 'Algo falló por nuestra parte',
  'Try again in a moment. If it stays, tell us the `requestId`.':
    'Inténtalo de nuevo en un momento. Si sigue, dinos el `requestId`.',
  'Not at the moment': 'Ahora mismo no',
  'Ask again in a few seconds, or after as many as the Retry-After header says.':
    'Pregunta de nuevo en unos segundos, o pasados los que dice la cabecera Retry-After.',
} as const satisfies Translations;

type ApiPageWords = typeof API_PAGE_ES;

declare module '../../platform/translate.ts' {
  // oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- It takes over the names.
  interface Sentences extends ApiPageWords {}
}
