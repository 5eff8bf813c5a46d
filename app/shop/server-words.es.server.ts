import type { Translations } from '../platform/translate.ts';

/** Only the server uses these messages: errors, responses and emails. The keys are the English texts. */
export const MARKETPLACE_SERVER_ES = {
  "'{id}' is a section or a group already. Please choose another name.":
    '«{id}» ya es una sección o un grupo. Elige otro nombre.',
  "'{title}' cannot be published: {why}. Nothing was published.":
    'No se puede publicar «{title}»: {why}. No se publicó nada.',
  "'{title}' was changed again in publication {publication}: {fields}. Nothing was undone.":
    '«{title}» volvió a cambiar en la publicación {publication}: {fields}. No se deshizo nada.',
  "'{title}' was changed meanwhile in publication {publication}: {fields}. Nothing was published: please look at the list again.":
    '«{title}» cambió entretanto en la publicación {publication}: {fields}. No se publicó nada: mira la lista de nuevo.',
  'Please write a place as a whole number, such as 3.':
    'Escribe el puesto como un número entero, por ejemplo 3.',
  'A chat begins with a topic: at least one has to stay. Nothing was published.':
    'Un chat empieza con un tema: tiene que quedar al menos uno. No se publicó nada.',
  'A link can lead to https:, http:, mailto:, tel:, or to a page of the shop such as /services. Please change “{decode}”.':
    'Un enlace puede llevar a https:, http:, mailto:, tel: o a una página de la tienda como /services. Cambia «{decode}».',
  "Another service is, or was, found at '{slug}' in this section. Please choose another address.":
    'Otro servicio está, o estuvo, en «{slug}» de esta sección. Elige otra dirección.',
  'Another topic has this name. Please choose another.':
    'Otro tema ya tiene este nombre. Elige otro.',
  'Nothing is known to fill in for {holder}. Nothing may stand in braces here.':
    'No se sabe con qué rellenar {holder}. Aquí no puede haber nada entre llaves.',
  'Nothing is known to fill in for {holder}. What may stand in braces here: {known}.':
    'No se sabe con qué rellenar {holder}. Lo que puede estar aquí entre llaves: {known}.',
  'Nothing may stand in braces here.': 'Aquí no puede haber nada entre llaves.',
  'nothing says what sample video {number} shows: write it, or take the video out':
    'nada dice qué muestra el vídeo de muestra {number}: escríbelo o quita el vídeo',
  'Nothing was imported: there are mistakes in the file.':
    'No se importó nada: hay errores en el archivo.',
  'Nothing was saved yet: somebody else changed this meanwhile. It is now: {now}':
    'Aún no se ha guardado nada: otra persona ha cambiado esto entretanto. Ahora es: {now}',
  'Other drafts stand in it. Please move or discard them first.':
    'Dentro hay otros borradores. Muévelos o descártalos primero.',
  'as it was': 'como estaba',
  moved: 'movido',
  Photo: 'Foto',
  'photo {number} has no alternative text: write one, or take the photo out':
    'la foto {number} no tiene texto alternativo: escribe uno o quita la foto',
  'Photo {number} is not there any more. Please take it out and add it again.':
    'La foto {number} ya no está. Quítala y añádela de nuevo.',
  'Lists and quotations are nested too deeply. Please take some “>” or “-” out.':
    'Las listas y las citas están anidadas con demasiada profundidad. Quita algún «>» o «-», por favor.',
  'Pictures cannot stand in a text. Please take ![…](…) out.':
    'En un texto no puede haber imágenes. Quita ![…](…).',
  'Please choose a sign.': 'Elige un signo.',
  'Please choose what is to be published.': 'Elige qué se publica.',
  'Please fill in: {label}.': 'Rellena este campo: {label}.',
  'Please write the colour as # and six digits from 0 to 9 or a to f, such as #0a7a3d.':
    'Escribe el color como # y seis cifras de 0 a 9 o de a a f, como #0a7a3d.',
  'Sample video': 'Vídeo de muestra',
  'Sample video {number} is not there any more. Please take it out and add it again.':
    'El vídeo de muestra {number} ya no está. Quítalo y añádelo de nuevo.',
  'Somebody else': 'Otra persona',
  'Somebody has published or discarded one of these drafts meanwhile. Nothing was published: please look at the list again.':
    'Alguien ha publicado o descartado uno de estos borradores entretanto. No se publicó nada: mira la lista de nuevo.',
  'That is outside of the photo. Please choose again.':
    'Eso queda fuera de la foto. Elige de nuevo.',
  'The catalogue has changed meanwhile. Nothing was imported: please look at the difference again.':
    'El catálogo ha cambiado entretanto. No se importó nada: mira la diferencia de nuevo.',
  'The file says what is published already.': 'El archivo dice lo que ya está publicado.',
  'The list has changed meanwhile. Please try again.':
    'La lista ha cambiado entretanto. Inténtalo de nuevo.',
  'There are more than {marksAtMost} of * and _ in this text. Please take some out.':
    'Hay más de {marksAtMost} * y _ en este texto. Quita algunos.',
  'There are too many drafts. Please publish or discard some first.':
    'Hay demasiados borradores. Publica o descarta algunos primero.',
  'There is no such piece of content.': 'No existe ese contenido.',
  'There is, or was, a topic of this name. Please choose another name, or offer that one again.':
    'Hay, o hubo, un tema con este nombre. Elige otro nombre o vuelve a ofrecer aquel.',
  'These drafts say what is published already.': 'Estos borradores dicen lo que ya está publicado.',
  'This draft has changed meanwhile, or is published. Please look at it again.':
    'Este borrador ha cambiado entretanto o ya está publicado. Míralo de nuevo.',
  'This group does not exist any more. Please choose another.':
    'Este grupo ya no existe. Elige otro.',
  'This is not in the catalogue any more.': 'Esto ya no está en el catálogo.',
  'This photo is not there any more. Please add it again.':
    'Esta foto ya no está. Añádela de nuevo.',
  'This publication cannot be undone.': 'Esta publicación no se puede deshacer.',
  'This publication is undone already.': 'Esta publicación ya está deshecha.',
  'This section does not exist any more. Please choose another.':
    'Esta sección ya no existe. Elige otra.',
  'Undoes publication {revision}': 'Deshace la publicación {revision}',
  '{editedByName} has changed {nameOf} meanwhile. Nothing was published: please look at the list again.':
    '{editedByName} ha cambiado {nameOf} entretanto. No se publicó nada: mira la lista de nuevo.',
  '{place} would have a contrast of {ratio} to 1; it needs {enough} to be read. {nearest} is the nearest that has it.':
    '{place} tendría un contraste de {ratio} a 1; necesita {enough} para poder leerse. {nearest} es el más parecido que lo tiene.',
  '“{name}” did not arrive. Please add it again.': '«{name}» no ha llegado. Añádelo de nuevo.',
  'Please add the logo itself, too: this one is for dark grounds alone.':
    'Añade también el logotipo mismo: este es solo para fondos oscuros.',
  'This picture is not there any more. Please take it out and add it again.':
    'Esta imagen ya no está. Quítala y añádela de nuevo.',
  'Nothing is different from what is published.': 'Nada es distinto de lo publicado.',
  'Nothing was saved yet. Please look at what is marked.':
    'Aún no se ha guardado nada. Mira lo que está marcado.',
  'Publication {revision} is public: {changes} from the file.':
    'La publicación {revision} es pública: {changes} del archivo.',
  'Publication {revision} is public: {changes}.':
    'La publicación {revision} es pública: {changes}.',
  'Publication {undone} is undone, by publication {revision}.':
    'La publicación {undone} está deshecha, por la publicación {revision}.',
  '{saved} {by} changed meanwhile: {fields}. That is kept.':
    '{saved} {by} ha cambiado entretanto: {fields}. Eso se conserva.',
  '{who} changed this meanwhile; it is now: {value}. What stands here replaces it if you save again.':
    '{who} lo cambió mientras tanto; ahora es: {value}. Lo que pone aquí lo sustituye si guardas otra vez.',
  "'{title}' costs {amount}, which cannot be said in {to}. Nothing was saved: please change its price first.":
    '«{title}» cuesta {amount}, que no se puede decir en {to}. No se ha guardado nada: cambia primero su precio.',
  'Please publish or discard the drafts of prices first: {to} has another number of digits behind the point.':
    'Publica o descarta primero los borradores de precios: {to} tiene otro número de decimales.',
  "another service is, or was, found at '{slug}' in this section":
    'en esta sección hay, o hubo, otro servicio en «{slug}»',
  'its section is not published: publish that, too':
    'su sección no está publicada: publícala también',
  'its group is not published: publish that, too': 'su grupo no está publicado: publícalo también',
  'What an installation begins with': 'Con lo que empieza una instalación',
  'Prices in {to} instead of {from}': 'Precios en {to} en lugar de {from}',
  'Imported from a file': 'Importado de un archivo',
  'The draft is discarded.': 'El borrador se ha descartado.',
  'The translation is saved as a draft. Nobody sees it before it is published.':
    'La traducción se ha guardado como borrador. Nadie la ve hasta que se publique.',
  'Nothing was saved yet: somebody else changed the same meanwhile.':
    'Aún no se ha guardado nada: otra persona ha cambiado lo mismo entretanto.',
} as const satisfies Translations;

type MarketplaceServerWords = typeof MARKETPLACE_SERVER_ES;

declare module '../platform/translate.ts' {
  // oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- It takes over the names.
  interface Sentences extends MarketplaceServerWords {}
}
