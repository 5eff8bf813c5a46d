import type { Translations } from '../platform/translate.ts';

/** The keys are the English texts. */
export const MARKETPLACE_TEAM_ES = {
  '(new)': '(nuevo)',
  ', {width} pixels wide, by itself in a new tab':
    ', {width} píxeles de ancho, sola en una pestaña nueva',
  '1 is the first. The home page shows nine; when one of them is hidden the next moves in. Left empty it is none of them.':
    'El 1 es el primero. La página de inicio muestra nueve; cuando uno de ellos se oculta, entra el siguiente. Vacío no es ninguno de ellos.',
  ': {missing} missing': ': faltan {missing}',
  ': {older} older than their source': ': {older} más antiguos que su original',
  'A column is there twice.': 'Una columna está dos veces.',
  'A file as an export makes it, in CSV or JSON. Rows are matched by their id; a row without one is a new service. What is not in the file stays as it is. You see the difference before anything is changed.':
    'Un archivo como el que hace una exportación, en CSV o JSON. Las filas se reconocen por su id; una fila sin él es un servicio nuevo. Lo que no está en el archivo se queda como está. Ves la diferencia antes de que cambie nada.',
  'A link on a sunken ground': 'Un enlace sobre un fondo hundido',
  'A link on the page': 'Un enlace en la página',
  'A name in addresses has small letters from a to z, digits and “-”, and begins with a letter.':
    'Un nombre en las direcciones tiene letras minúsculas de la a a la z, cifras y «-», y empieza por una letra.',
  'A parcel': 'Un paquete',
  'A photo': 'Una foto',
  'A price can be at most {most}.': 'Un precio puede ser como máximo {most}.',
  'A price must be more than 0.': 'Un precio tiene que ser mayor que 0.',
  'A price tag': 'Una etiqueta de precio',
  'A sample video': 'Un vídeo de muestra',
  'A service can have up to {most} {things}.': 'Un servicio puede tener hasta {most} {things}.',
  'A speech bubble': 'Un bocadillo',
  'A van': 'Una furgoneta',
  'Above the cards': 'Encima de las tarjetas',
  'Above the headline': 'Encima del titular',
  'Add photos': 'Añadir fotos',
  'Add sample videos': 'Añadir vídeos de muestra',
  'Adding files needs JavaScript.': 'Para añadir archivos hace falta JavaScript.',
  'All content': 'Todo el contenido',
  'All groups': 'Todos los grupos',
  'Alternative text of photo {number}': 'Texto alternativo de la foto {number}',
  'Always with cents': 'Siempre con céntimos',
  'Amber, with building blocks': 'Ámbar, con bloques de construcción',
  'An address may have letters from a to z, digits, “-”, “&” and brackets. Please write another.':
    'Una dirección puede tener letras de la a a la z, cifras, «-», «&» y paréntesis. Escribe otra.',
  'And {count} more.': 'Y {count} más.',
  "Another service is, or was, found at '{slug}'.": 'Otro servicio está, o estuvo, en «{slug}».',
  'Answer to a topic': 'Respuesta a un tema',
  'Answer to an email address': 'Respuesta a un correo',
  'Answer within, in minutes': 'Responder en, en minutos',
  'Answer {number}': 'Respuesta {number}',
  'As #rrggbb, such as #0a7a3d. In the dark theme it is made lighter until it can be read. Empty: the blue this shop began with.':
    'Como #rrggbb, por ejemplo #0a7a3d. En el tema oscuro se aclara hasta que se pueda leer. Vacío: el azul con el que empezó esta tienda.',
  'As visitors see it': 'Como lo ven los visitantes',
  'At the beginning': 'Al principio',
  'Back to the entry': 'Volver a la entrada',
  'Back to the form': 'Volver al formulario',
  'Being prepared …': 'Preparándose…',
  'Brand colour': 'Color de la marca',
  'Button to the contact page': 'Botón hacia la página de contacto',
  'Button to the services': 'Botón hacia los servicios',
  Chat: 'Chat',
  'Chosen once, for ever. Left empty it follows the title.':
    'Se elige una vez, para siempre. Vacío sigue al título.',
  Clear: 'Quitar',
  Colours: 'Colores',
  'Colours and drawings': 'Colores y dibujos',
  'Coral, with a beacon': 'Coral, con un faro',
  'Crop photo {number}': 'Recortar la foto {number}',
  'Cropping …': 'Recortando…',
  Dark: 'Oscuro',
  'Delivery time in days': 'Plazo de entrega en días',
  Description: 'Descripción',
  Difference: 'Diferencia',
  'Discard draft': 'Descartar borrador',
  'Discard this draft?': '¿Descartar este borrador?',
  Draft: 'Borrador',
  'Draft by': 'Borrador de',
  'Each line is a message of its own.': 'Cada línea es un mensaje propio.',
  Edit: 'Editar',
  'Effective date': 'Fecha de entrada en vigor',
  'English texts': 'Textos en inglés',
  'Every service that is published, shown or hidden. Drafts are not in it.':
    'Todos los servicios publicados, visibles u ocultos. Los borradores no están.',
  'Export CSV': 'Exportar CSV',
  'Export JSON': 'Exportar JSON',
  File: 'Archivo',
  'For search engines and link previews.': 'Para los buscadores y las vistas previas de enlaces.',
  'For the history: why this changes.': 'Para el historial: por qué cambia.',
  'For the team’s lists.': 'Para las listas del equipo.',
  'From left to right': 'De izquierda a derecha',
  'From top to bottom': 'De arriba abajo',
  'Green, with terraces': 'Verde, con terrazas',
  Greeting: 'Saludo',
  Heading: 'Encabezado',
  Headline: 'Titular',
  'Headline of the cards': 'Titular de las tarjetas',
  'Headline of the contact band': 'Titular de la franja de contacto',
  'Headline of the popular services': 'Titular de los servicios populares',
  'Headline, texts and buttons of the first page.':
    'Titular, textos y botones de la primera página.',
  'Hidden or shown': 'Oculto o visible',
  'Hide the page': 'Ocultar la página',
  'Home page': 'Página de inicio',
  'How much of it': 'Cuánto de ella',
  'How much of {name} has arrived': 'Cuánto ha llegado de {name}',
  Import: 'Importar',
  'Import as one publication': 'Importar como una publicación',
  'in publication {revision}': 'en la publicación {revision}',
  'Indigo, with tides': 'Índigo, con mareas',
  Introduction: 'Introducción',
  'It was never published, and is gone with its draft.':
    'Nunca se publicó y desaparece con su borrador.',
  Lead: 'Entradilla',
  Light: 'Claro',
  'Link of each card': 'Enlace de cada tarjeta',
  Look: 'Aspecto',
  'Look at the page': 'Ver la página',
  'Markdown: a blank line begins a paragraph, “## ” a heading, “- ” a list, **bold**, [words](https://…). HTML is shown as it is typed.':
    'Markdown: una línea vacía empieza un párrafo, «## » un título, «- » una lista, **negrita**, [palabras](https://…). El HTML se muestra tal como se escribe.',
  'May be filled in: {value}.': 'Se puede rellenar: {value}.',
  'Mint, with routes': 'Menta, con rutas',
  'Mistakes in the file': 'Errores del archivo',
  'More questions': 'Más preguntas',
  'Move {noun} {number} earlier': 'Mover {noun} {number} antes',
  'Move {noun} {number} later': 'Mover {noun} {number} después',
  'Move {title} down': 'Bajar {title}',
  'Move {title} up': 'Subir {title}',
  'Name in addresses': 'Nombre en las direcciones',
  'New content': 'Contenido nuevo',
  'New, not published yet.': 'Nuevo, aún sin publicar.',
  No: 'No',
  'No connection. Please try again when you are back online.':
    'Sin conexión. Inténtalo de nuevo cuando vuelvas a tenerla.',
  'No service has this id. Leave it empty for a new one.':
    'Ningún servicio tiene este id. Déjalo vacío si es nuevo.',
  'No service is like that. Clear the filters to see all.':
    'Ningún servicio es así. Quita los filtros para verlos todos.',
  'Not offered': 'No se ofrece',
  'Not translated': 'Sin traducir',
  'Nothing is imported before they are mended.': 'No se importa nada antes de corregirlos.',
  'Nothing was saved yet: please wait until all files have arrived.':
    'Aún no se ha guardado nada: espera a que lleguen todos los archivos.',
  'Now number {number} of {count}.': 'Ahora es el número {number} de {count}.',
  'Of its header, its sign, and of services that have no picture of their own.':
    'De su cabecera, de su signo y de los servicios que no tienen imagen propia.',
  'Older than its source': 'Más antiguo que su original',
  'One line, for cards and search results.': 'Una línea, para tarjetas y resultados de búsqueda.',
  'Or paste it': 'O pégalo',
  'Own answer': 'Respuesta propia',
  Photos: 'Fotos',
  photos: 'fotos',
  'photos in order': 'fotos en orden',
  Pieces: 'Textos',
  'Pieces of content': 'Textos del contenido',
  'Place among the popular': 'Puesto entre los populares',
  'Its sign, the time for an answer and whether it is offered stand with the English texts.':
    'Su signo, el plazo de respuesta y si se ofrece están con los textos en inglés.',
  'Leave out what was typed': 'Dejar fuera lo escrito',
  'What you typed here before is back. It is not saved yet.':
    'Lo que escribiste aquí antes ha vuelto. Aún no está guardado.',
  'Please choose a file, or paste its contents.': 'Elige un archivo o pega su contenido.',
  'Please choose a group.': 'Elige un grupo.',
  'Please choose a section.': 'Elige una sección.',
  'Please choose how the section looks.': 'Elige el aspecto de la sección.',
  'Please choose what the price is for.': 'Elige para qué es el precio.',
  'Please describe the service.': 'Describe el servicio.',
  'Please enter a currency by its three letters, such as USD.':
    'Escribe una moneda con sus tres letras, como USD.',
  'Please enter a price as a number, such as 1750 or 0.15.':
    'Escribe el precio como un número, por ejemplo 1750 o 0.15.',
  'Please enter a whole number from {least} to {most}, or leave it empty.':
    'Escribe un número entero de {least} a {most}, o déjalo vacío.',
  'Please enter a whole number.': 'Escribe un número entero.',
  'Please give the group a title.': 'Pon un título al grupo.',
  'Please give the section a title.': 'Pon un título a la sección.',
  'Please give the service a title.': 'Pon un título al servicio.',
  'Please say in one line what it is.': 'Di en una línea qué es.',
  'Please say what the package holds.': 'Di qué incluye el paquete.',
  'Please use at most {most} characters.': 'Usa como máximo {most} caracteres.',
  'Please write an answer, too.': 'Escribe también una respuesta.',
  'Please write the question, too.': 'Escribe también la pregunta.',
  Popular: 'Popular',
  'Popular {popular}': 'Popular {popular}',
  Price: 'Precio',
  'Price for': 'Precio por',
  'Price note': 'Nota del precio',
  'Price of {title} in {currency}': 'Precio de {title} en {currency}',
  'Publication {revision}': 'Publicación {revision}',
  Published: 'Publicado',
  'Question for the email address': 'Pregunta por el correo',
  'Package {name}': 'Paquete {name}',
  'Question {number}': 'Pregunta {number}',
  'Remove {noun} {number}': 'Quitar {noun} {number}',
  'Removed.': 'Quitado.',
  'Revisions included': 'Revisiones incluidas',
  'Row {number}, {field}:': 'Fila {number}, {field}:',
  'sample video': 'vídeo de muestra',
  'Sample videos': 'Vídeos de muestra',
  'sample videos': 'vídeos de muestra',
  'sample videos in order': 'vídeos de muestra en orden',
  'Sand, with written lines': 'Arena, con líneas escritas',
  'Save draft': 'Guardar borrador',
  'Save the price of {title}': 'Guardar el precio de {title}',
  'Save translation': 'Guardar traducción',
  'Short name': 'Nombre corto',
  'Show the difference': 'Mostrar la diferencia',
  Shown: 'Visible',
  'Shown on the service’s page, in this order.':
    'Se muestran en la página del servicio, en este orden.',
  Sign: 'Signo',
  'Still says the same as its source': 'Sigue diciendo lo mismo que su original',
  'Stop adding {name}': 'Dejar de añadir {name}',
  'Try again: {name}': 'Intentar de nuevo: {name}',
  'Nothing was saved yet: a file has not arrived. Try it again, or leave it out.':
    'Aún no se ha guardado nada: un archivo no ha llegado. Inténtalo de nuevo o déjalo fuera.',
  Summary: 'Resumen',
  Tagline: 'Lema',
  Text: 'Texto',
  'Text beside the cards': 'Texto junto a las tarjetas',
  'Text of the contact band': 'Texto de la franja de contacto',
  'Text of “Send Welcome”': 'Texto de «Enviar bienvenida»',
  'The colour of buttons and links, by day and by night.':
    'El color de botones y enlaces, de día y de noche.',
  'The draft is saved. Nobody sees it before it is published.':
    'El borrador está guardado. Nadie lo ve antes de que se publique.',
  'The file cannot be read as CSV: a quotation mark is never closed.':
    'El archivo no se puede leer como CSV: unas comillas no se cierran nunca.',
  'The file is not in UTF-8. Please save it as ‘CSV UTF-8’, or as JSON, and choose it again.':
    'El archivo no está en UTF-8. Guárdalo como «CSV UTF-8», o como JSON, y elígelo de nuevo.',
  'Row {number} must be a service: names, each with a text, a number, true, false or null.':
    'La fila {number} tiene que ser un servicio: nombres, cada uno con un texto, un número, true, false o null.',
  'This row has more cells than there are columns. A text with a comma needs quotation marks.':
    'Esta fila tiene más celdas que columnas hay. Un texto con una coma necesita comillas.',
  '{count} topic found|{count} topics found': {
    one: '{count} tema encontrado',
    other: '{count} temas encontrados',
  },
  'Place of {title}, Enter moves it': 'Puesto de {title}, Intro lo mueve',
  'Please write yes or no.': 'Escribe yes o no.',
  'The file cannot be read as JSON.': 'El archivo no se puede leer como JSON.',
  'The file holds no services.': 'El archivo no contiene servicios.',
  'The file holds {length} services. The limit is {maxRows} at once.':
    'El archivo contiene {length} servicios. El límite son {maxRows} a la vez.',
  'The file must hold a list of services under ‘services’.':
    'El archivo tiene que contener una lista de servicios en «services».',
  'The first row must name the columns, and one of them must be ‘id’.':
    'La primera fila tiene que nombrar las columnas, y una de ellas tiene que ser «id».',
  'The last part of its address. Left empty it follows the title. Whoever comes to an address it had before is led to the present one.':
    'La última parte de su dirección. Vacía sigue al título. Quien llega a una dirección que tuvo antes pasa a la actual.',
  'The six cards': 'Las seis tarjetas',
  'The ways into the catalogue on the first page.': 'Los caminos al catálogo en la primera página.',
  'the whole': 'el total',
  'There are no drafts: everything is published.': 'No hay borradores: todo está publicado.',
  'There is no such group. It is written as section/group.':
    'No existe ese grupo. Se escribe como sección/grupo.',
  'These columns are not known: {value}. An export shows which there are.':
    'Estas columnas no se conocen: {value}. Una exportación muestra cuáles hay.',
  'This cannot be read. Please add it again.': 'Esto no se puede leer. Añádelo de nuevo.',
  'This service is in the file twice.': 'Este servicio está dos veces en el archivo.',
  Title: 'Título',
  Translations: 'Traducciones',
  'Undo publication {revision}': 'Deshacer la publicación {revision}',
  'Undo publication {revision}?': '¿Deshacer la publicación {revision}?',
  'Undone by publication {revision}': 'Deshecha por la publicación {revision}',
  'Undo this publication': 'Deshacer esta publicación',
  'Undo this publication: {revision}': 'Deshacer esta publicación: {revision}',
  'Up to ten, JPEG, PNG, WebP or AVIF, of at most 15 MB each. The first stands for the service in lists and where its page is shared. Without any it has its drawing. They lose what a camera wrote into them, such as where they were taken.':
    'Hasta diez, JPEG, PNG, WebP o AVIF, de 15 MB como máximo cada una. La primera representa al servicio en las listas y donde se comparte su página. Sin ninguna tiene su dibujo. Pierden lo que la cámara escribió en ellas, como dónde se tomaron.',
  'Up to three sizes beside the plain price, in its currency. One that is left empty is not shown.':
    'Hasta tres tamaños además del precio simple, en su moneda. El que queda vacío no se muestra.',
  'Up to three, MP4 or WebM, of at most 20 MB each. They are shown as they are, with whatever a camera wrote into them, and play without sound. They take the place of samples that came with the service.':
    'Hasta tres, MP4 o WebM, de 20 MB como máximo cada uno. Se muestran como son, con lo que la cámara haya escrito en ellos, y se ven sin sonido. Ocupan el lugar de las muestras que venían con el servicio.',
  'Use the whole photo': 'Usar la foto entera',
  'Use this part': 'Usar esta parte',
  'Visitors do not find it. Who comes to its address is told that it is not offered any more, and shown a way on.':
    'Los visitantes no lo encuentran. A quien llega a su dirección se le dice que ya no se ofrece y se le muestra por dónde seguir.',
  'What a visitor chooses from, in this order. A conversation keeps the topic it began with.':
    'Lo que puede elegir un visitante, en este orden. Una conversación conserva el tema con el que empezó.',
  'What a visitor chooses when a chat begins.': 'Lo que elige un visitante cuando empieza un chat.',
  'What changed': 'Qué cambió',
  'What is delivered': 'Qué se entrega',
  'What is published stays as it is.': 'Lo publicado se queda como está.',
  'What is shown of photo {number}': 'Qué se muestra de la foto {number}',
  'What it changed is as before again, for everybody and at once. It is refused where something of it was changed again since.':
    'Lo que cambió vuelve a estar como antes, para todos y de una vez. Se rechaza si algo de ello ha vuelto a cambiar desde entonces.',
  'What it holds': 'Qué incluye',
  'What it is': 'Qué es',
  'What sample video {number} shows': 'Qué muestra el vídeo de muestra {number}',
  'What the chat says by itself, and the text of “Send Welcome”.':
    'Lo que el chat dice por sí mismo, y el texto de «Enviar bienvenida».',
  'What the chat says once it is chosen, in place of the answers that all topics have.':
    'Lo que dice el chat cuando se elige, en lugar de las respuestas que tienen todos los temas.',
  'What the price holds, such as ‘per book’.': 'Qué incluye el precio, como «por libro».',
  'What waits longer turns red in the list. Empty: as the settings say.':
    'Lo que espera más se pone rojo en la lista. Vacío: como dicen los ajustes.',
  'What we need from the buyer': 'Qué necesitamos del comprador',
  'Where it shows': 'Dónde aparece',
  'White text on a button': 'El texto blanco sobre un botón',
  'Who you are, on the first page.': 'Quiénes sois, en la primera página.',
  Width: 'Ancho',
  'Wine, with a projector': 'Vino, con un proyector',
  'With it all of its services are.': 'Con ella quedan ocultos todos sus servicios.',
  'without an alternative text': 'sin texto alternativo',
  'without words': 'sin palabras',
  'Write whole amounts with cents, too': 'Escribir también con céntimos los importes enteros',
  Yes: 'Sí',
  '{agent} is the name of whoever sends it, {visitor} the visitor’s, where it is known.':
    '{agent} es el nombre de quien lo envía, {visitor} el del visitante, donde se conoce.',
  '{count} new service would be added|{count} new services would be added': {
    one: 'se añadiría {count} servicio nuevo',
    other: 'se añadirían {count} servicios nuevos',
  },
  '{count} row changes nothing.|{count} rows change nothing.': {
    one: '{count} fila no cambia nada.',
    other: '{count} filas no cambian nada.',
  },
  '{count} service would change|{count} services would change': {
    one: 'cambiaría {count} servicio',
    other: 'cambiarían {count} servicios',
  },
  '{currency} has no digits after the point. Please enter a whole number, such as 1750.':
    '{currency} no tiene decimales. Escribe un número entero, por ejemplo 1750.',
  'Please enter a price as a whole number, such as 1750.':
    'Escribe un precio como número entero, por ejemplo 1750.',
  '{currency} has {digits} digits after the point at most.':
    '{currency} tiene como máximo {digits} decimales.',
  '“{typed}” could be {whole} or {part}. Please write the one you mean.':
    '«{typed}» podría ser {whole} o {part}. Escribe el que quieres decir.',
  '{percent} percent': '{percent} por ciento',
  '{sayName} in Spanish': '{sayName} en español',
  '{services} is how many services there are, {categories} how many categories.':
    '{services} es cuántos servicios hay, {categories} cuántas categorías.',
  '{theme}, {width} pixels wide': '{theme}, {width} píxeles de ancho',
  '{title}, {name}, {width} pixels wide': '{title}, {name}, {width} píxeles de ancho',
  '{value} px': '{value} px',
  '{width} pixels wide': '{width} píxeles de ancho',
  '{width} px': '{width} px',
  '“{name}” is added.': '«{name}» está añadido.',
  '“{name}” is too large. {what} can have up to {kind} MB.':
    '«{name}» es demasiado grande. {what} puede ocupar hasta {kind} MB.',
  '{names} were not added. A service can have up to {most} {what}.':
    'No se han añadido {names}. Un servicio puede tener hasta {most} {what}.',
  'Try all {count} of them': 'Intentar los {count} otra vez',
  '“{name}” was not added. A service can have up to {most} {what}.':
    'No se añadió «{name}». Un servicio puede tener hasta {most} {what}.',
  '“{name}” was not added. {message}': 'No se añadió «{name}». {message}',
  'Card 1: title': 'Tarjeta 1: título',
  'Card 1: tagline': 'Tarjeta 1: lema',
  'Card 2: title': 'Tarjeta 2: título',
  'Card 2: tagline': 'Tarjeta 2: lema',
  'Card 3: title': 'Tarjeta 3: título',
  'Card 3: tagline': 'Tarjeta 3: lema',
  'Card 4: title': 'Tarjeta 4: título',
  'Card 4: tagline': 'Tarjeta 4: lema',
  'Card 5: title': 'Tarjeta 5: título',
  'Card 5: tagline': 'Tarjeta 5: lema',
  'Card 6: title': 'Tarjeta 6: título',
  'Card 6: tagline': 'Tarjeta 6: lema',
  'The page /privacy-policy.': 'La página /privacy-policy.',
  'The page /terms.': 'La página /terms.',
  'The page /refunds.': 'La página /refunds.',
  'Markdown: a blank line begins a paragraph, “## ” a heading, “- ” a list, **bold**, [words](https://…). HTML is shown as it is typed. Each “## ” begins a part of the page; {#name} behind it is its address.':
    'Markdown: una línea vacía empieza un párrafo, «## » un título, «- » una lista, **negrita**, [palabras](https://…). El HTML se muestra tal como se escribe. Cada «## » empieza una parte de la página; {#name} detrás es su dirección.',
  'A logo': 'Un logotipo',
  'Earlier rows': 'Filas anteriores',
  'Later rows': 'Filas siguientes',
  'Page {page} of {pageCount}': 'Página {page} de {pageCount}',
  'Nothing was saved yet: please wait until the picture has arrived.':
    'Aún no se ha guardado nada: espera a que llegue la imagen.',
  'Taken out.': 'Quitado.',
  'Take out: {label}': 'Quitar: {label}',
  'How much of the picture has arrived: {label}': 'Cuánto ha llegado de la imagen: {label}',
  'Your logo, and the colour of buttons and links, by day and by night.':
    'Tu logotipo y el color de los botones y enlaces, de día y de noche.',
  Logo: 'Logotipo',
  'PNG, WebP, AVIF or JPEG, at most 5 MB; best see-through and at least 144 pixels high. It is shown on pages, in mails, in tabs and beside links. Without one there are the sails this shop began with.':
    'PNG, WebP, AVIF o JPEG, como mucho 5 MB; mejor con fondo transparente y al menos 144 píxeles de alto. Se muestra en las páginas, los correos, las pestañas y junto a los enlaces. Sin él están las velas con las que empezó esta tienda.',
  'Light variant for dark grounds': 'Variante clara para fondos oscuros',
  'For the dark theme and the foot of each page. Without one the first stands on white there.':
    'Para el tema oscuro y el pie de cada página. Sin ella, el primero aparece allí sobre blanco.',
  'Write the name of the shop beside it': 'Escribir el nombre de la tienda al lado',
  'For a picture that does not say it. The name is changed in the settings.':
    'Para una imagen que no lo dice. El nombre se cambia en los ajustes.',
  'A draft until you publish it.': 'Un borrador hasta que lo publiques.',
  'Every publication there was, with who made it and when.':
    'Todas las publicaciones que ha habido, con quién las hizo y cuándo.',
  'Part of the draft of this entry until you publish it. What is not translated reads as its source.':
    'Parte del borrador de esta entrada hasta que lo publiques. Lo que no está traducido se lee como su original.',
  'Preview: {title}': 'Vista previa: {title}',
  'The page as it will be once the draft is published. Nobody else sees it.':
    'La página como será cuando se publique el borrador. Nadie más la ve.',
  'The whole catalogue as a file, to keep it in a spreadsheet and bring it back.':
    'Todo el catálogo como archivo, para llevarlo en una hoja de cálculo y traerlo de vuelta.',
  'The words of your shop. What you change here is a draft until you publish it.':
    'Las palabras de tu tienda. Lo que cambias aquí es un borrador hasta que lo publicas.',
  'What it will be once every draft of the content is published. Nobody else sees it.':
    'Cómo será cuando se publiquen todos los borradores del contenido. Nadie más lo ve.',
  'What the catalogue is divided into, in the order in which visitors see it.':
    'En qué se divide el catálogo, en el orden en que lo ven los visitantes.',
  'What would change, for everybody and at once: all of it, or what you leave ticked.':
    'Lo que cambiaría, para todos y de una vez: todo, o lo que dejes marcado.',
  'What you change here is a draft until you publish it. Visitors see nothing of it before.':
    'Lo que cambias aquí es un borrador hasta que lo publicas. Los visitantes no ven nada antes.',
  '{title} in Spanish': '{title} en español',
  'A picture of {size}': 'Una imagen de {size}',
  '“{name}” was not added: this browser cannot show it, so there is no still of it.':
    'No se añadió «{name}»: este navegador no puede mostrarlo, así que no hay imagen fija.',
} as const satisfies Translations;

type MarketplaceTeamWords = typeof MARKETPLACE_TEAM_ES;

declare module '../platform/translate.ts' {
  // oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- It takes over the names.
  interface Sentences extends MarketplaceTeamWords {}
}
