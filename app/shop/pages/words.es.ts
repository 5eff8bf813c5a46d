import type { Translations } from '../../platform/translate.ts';

/** The keys are the English texts. */
export const PAGES_ES = {
  'Contact us': 'Contacto',
  'Talk to an agent in the live chat, call us, or send an email.':
    'Habla con un agente en el chat en vivo, llámanos o envía un correo.',
  'Skip to content': 'Saltar al contenido',
  'This part of the page could not be loaded. Please check your connection and try again.':
    'No se pudo cargar esta parte de la página. Comprueba tu conexión e inténtalo de nuevo.',
  'Which reviews were hidden, when, and for which published reason.':
    'Qué opiniones se ocultaron, cuándo y por qué razón publicada.',
  'Page not found': 'Página no encontrada',
  'This page has drifted away.': 'Esta página se ha ido a la deriva.',
  '{title}, with its illustration': '{title}, con su ilustración',
  'A fleet of seven sails': 'Una flota de siete velas',
  'Pay for the service you agreed on, on the page of our payment provider.':
    'Paga el servicio acordado en la página de nuestro proveedor de pagos.',
  'You pay on the page of our payment provider, which opens in a new tab. We never see your card details.':
    'Pagas en la página de nuestro proveedor de pagos, que se abre en una pestaña nueva. Nunca vemos los datos de tu tarjeta.',
  'Report a review': 'Denunciar una opinión',
  'Thank you. Somebody of our team will read the review and decide.':
    'Gracias. Alguien de nuestro equipo leerá la opinión y decidirá.',
  'You have reported this review already. Somebody of our team will decide.':
    'Ya has denunciado esta opinión. Alguien de nuestro equipo decidirá.',
  'This review is not available any more.': 'Esta opinión ya no está disponible.',
  '{tagline} {countServices} at fixed prices: {value}.':
    '{tagline} {countServices} a precio fijo: {value}.',
  'All {value} categories on one page: design, business, marketing, audio, programming, video and writing services at fixed prices.':
    'Las {value} categorías en una página: servicios de diseño, negocios, marketing, audio, programación, vídeo y redacción a precio fijo.',
  'This link is not complete, or it is too old to be known.':
    'Este enlace no está completo o es demasiado antiguo.',
  'No more mails': 'No más correos',
  'No more mails are sent about this conversation.':
    'No se enviarán más correos sobre esta conversación.',
  'You will get no more mails about this conversation. It can still be read where it is open.':
    'No recibirás más correos sobre esta conversación. Podrás seguir leyéndola donde esté abierta.',
  'Stop these mails': 'No recibir más estos correos',
  'Thank you. Work begins.': 'Gracias. Empezamos a trabajar.',
  'Thank you. Your review stands on the page of the service.':
    'Gracias. Tu opinión está en la página del servicio.',
  'Your request is with the team.': 'El equipo tiene tu solicitud.',
  'Your refund request is with the team. We answer within five business days.':
    'El equipo tiene tu solicitud de reembolso. Respondemos en cinco días laborables.',
  'Thank you. The order is completed.': 'Gracias. El pedido está completado.',
  'The order is cancelled.': 'El pedido está cancelado.',
  'Receipt {value}': 'Recibo {value}',
  'Order {value}': 'Pedido {value}',
  ', opens in a new tab': ', se abre en una pestaña nueva',
  'Continue your chat': 'Continúa tu chat',
  'Confirm your address': 'Confirma tu dirección',
  'Pay with PayPal': 'Pagar con PayPal',
  'Pay by card': 'Pagar con tarjeta',
  'Pay online': 'Pagar en línea',
} as const satisfies Translations;

type PagesWords = typeof PAGES_ES;

declare module '../../platform/translate.ts' {
  // oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- It takes over the names.
  interface Sentences extends PagesWords {}
}
