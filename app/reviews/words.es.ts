import type { Translations } from '../platform/translate.ts';

/** The keys are the English texts. */
export const REVIEWS_ES = {
  Newest: 'Más recientes',
  'Highest rated': 'Mejor valoradas',
  'Lowest rated': 'Peor valoradas',
  'With text': 'Con texto',
  '{count} star|{count} stars': { one: '{count} estrella', other: '{count} estrellas' },
  'Only reviews with {stars}': 'Solo opiniones con {stars}',
  'Please complete the CAPTCHA verification': 'Completa la verificación CAPTCHA',
  'Please enter name & email': 'Escribe tu nombre y tu correo',
  'Please enter a valid email address': 'Escribe una dirección de correo válida',
  'Please provide either a rating or review': 'Da una valoración o escribe una opinión',
  'Please choose a rating from 1 to 5 stars': 'Elige una valoración de 1 a 5 estrellas',
  'Your review could not be saved. Please try again.':
    'No se pudo guardar tu opinión. Inténtalo de nuevo.',
  'Your review could not be sent. Check your connection and try again.':
    'No se pudo enviar tu opinión. Comprueba tu conexión e inténtalo de nuevo.',
  Verification: 'Verificación',
  'Verifying...': 'Verificando...',
  Verified: 'Verificado',
  'That did not work. Please try again.': 'No ha funcionado. Inténtalo de nuevo.',
  'I am human': 'Soy humano',
  'This check is computed in your browser and needs JavaScript.':
    'Esta comprobación se calcula en tu navegador y necesita JavaScript.',
  'Confirm your review': 'Confirma tu opinión',
  'Did you review': '¿Has opinado sobre',
  '? Confirm it, and the review carries the mark ‘Verified email’. Your address is shown to nobody.':
    '? Confírmalo y la opinión llevará la marca «Correo verificado». Tu dirección no se muestra a nadie.',
  'Yes, the review is mine': 'Sí, la opinión es mía',
  'Thank you. Your review now carries the mark ‘Verified email’.':
    'Gracias. Tu opinión lleva ahora la marca «Correo verificado».',
  'See the reviews of': 'Ver las opiniones sobre',
  'This link has expired or was used already.': 'Este enlace ha caducado o ya se ha usado.',
  'Moderation log': 'Registro de moderación',
  'Every review appears at once, good or bad. We hide one only for one of the reasons below, and write each decision down here, without what the review said and without names.':
    'Cada opinión aparece al momento, buena o mala. Solo ocultamos una por alguna de las razones siguientes, y anotamos aquí cada decisión, sin lo que decía la opinión y sin nombres.',
  'The reasons': 'Las razones',
  'The decisions': 'Las decisiones',
  'hidden,': 'ocultas,',
  'shown again since this site opened.': 'mostradas de nuevo desde que abrió este sitio.',
  Hidden: 'Oculta',
  'Shown again': 'Mostrada de nuevo',
  'A review of': 'Una opinión sobre',
  'Nobody had reported it': 'Nadie la había denunciado',
  'After {count} report|After {count} reports': {
    one: 'Tras {count} denuncia',
    other: 'Tras {count} denuncias',
  },
  'Spam or advertising': 'Spam o publicidad',
  'It promotes something else, or a program posted it.':
    'Promociona otra cosa o la publicó un programa.',
  'Abuse or threats': 'Insultos o amenazas',
  'It insults, threatens or harasses somebody.': 'Insulta, amenaza o acosa a alguien.',
  'Personal data': 'Datos personales',
  'It shows an address, a phone number or another private detail of somebody.':
    'Muestra una dirección, un teléfono u otro dato privado de alguien.',
  'Not about this service': 'No trata de este servicio',
  'It speaks of something that this service has no part in.':
    'Habla de algo en lo que este servicio no tiene parte.',
  'Written in another name': 'Escrita en nombre de otro',
  'It pretends to come from a person or company that did not write it.':
    'Finge venir de una persona o empresa que no la escribió.',
  'Against the law': 'Contra la ley',
  'The law forbids publishing what it says.': 'La ley prohíbe publicar lo que dice.',
  'A low rating is never a reason: what a review says decides, not how many stars it gives.':
    'Una valoración baja nunca es una razón: decide lo que dice la opinión, no cuántas estrellas da.',
  'Ratings by stars': 'Valoraciones por estrellas',
  'Somebody of our team reads every report. Nobody else learns that you reported, and the decision appears without names in the':
    'Alguien de nuestro equipo lee cada denuncia. Nadie más sabrá que has denunciado, y la decisión aparece sin nombres en el',
  'moderation log': 'registro de moderación',
  about: 'sobre',
  'Back to': 'Volver a',
  'What is wrong with it?': '¿Qué tiene de malo?',
  'Anything we should know (optional)': 'Algo que debamos saber (opcional)',
  'Report review': 'Denunciar opinión',
  Cancel: 'Cancelar',
  'Please choose a reason': 'Elige una razón',
  'Please keep it under {length} characters': 'No pases de {length} caracteres',
  'Share Your Experience': 'Comparte tu experiencia',
  'Your review': 'Tu opinión',
  'Submitting...': 'Enviando...',
  'Submit review': 'Enviar opinión',
  'Thank you. Your review is live.': 'Gracias. Tu opinión ya está publicada.',
  'You write as': 'Escribes como',
  'Not you?': '¿No eres tú?',
  'Verified purchase': 'Compra verificada',
  'Reply from': 'Respuesta de',
  'Report the review of {name}': 'Denunciar la opinión de {name}',
  Report: 'Denunciar',
  'Customer Reviews': 'Opiniones de clientes',
  'There is no such review yet.': 'Todavía no hay ninguna opinión así.',
  Page: 'Página',
  'How reviews are moderated': 'Cómo se moderan las opiniones',
  'with a star rating': 'con estrellas',
  'Order of reviews': 'Orden de las opiniones',
  'Failed to load reviews': 'No se pudieron cargar las opiniones',
  'Try again': 'Intentar de nuevo',
  'No reviews yet': 'Aún no hay opiniones',
  'Have you ordered this? Be the first to say how it went.':
    '¿Lo has pedido? Sé la primera persona en contar cómo fue.',
  'Pages of reviews': 'Páginas de opiniones',
  'Page {entry}': 'Página {entry}',
  'Tell Us About You': 'Háblanos de ti',
  Email: 'Correo',
  'Your rating': 'Tu valoración',
  '{shown} of 5': '{shown} de 5',
  'Clear rating': 'Quitar valoración',
  'This review is not available.': 'Esta opinión no está disponible.',
  '{ratedCount} rated': '{ratedCount} con valoración',
  '1 star': '1 estrella',
  'Please use a name of at most 80 characters': 'Usa un nombre de 80 caracteres como máximo',
  'Please keep your review under 2,000 characters': 'No pases de 2.000 caracteres en tu opinión',
  'Verified purchases ({count})': 'Compras verificadas ({count})',
  'Only reviews from a verified purchase': 'Solo opiniones de una compra verificada',
  'Only reviews with {stars} from a verified purchase':
    'Solo opiniones con {stars} de una compra verificada',
  '{good} of {count} customers who rated this gave four or five stars':
    '{good} de {count} clientes que lo valoraron dieron cuatro o cinco estrellas',
  'What buyers say': 'Lo que dicen los compradores',
  'The newest reviews with four or five stars.':
    'Las opiniones más recientes con cuatro o cinco estrellas.',
} as const satisfies Translations;

type ReviewsWords = typeof REVIEWS_ES;

declare module '../platform/translate.ts' {
  // oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- It takes over the names.
  interface Sentences extends ReviewsWords {}
}
