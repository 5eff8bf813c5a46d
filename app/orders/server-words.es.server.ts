import type { Translations } from '../platform/translate.ts';

export const ORDERS_SERVER_ES = {
  '{reason} {amount} is due, so this order cannot be paid this way. Nothing was charged. Please ask us in the chat for an offer of {nearest} {currency}.':
    '{reason} Hay que pagar {amount}, así que este pedido no se puede pagar de esta forma. No se ha cobrado nada. Pídenos en el chat una oferta de {nearest} {currency}.',
  'PayPal takes no decimals in {currency}.': 'PayPal no admite decimales en {currency}.',
  'Card payments take no decimals in {currency}.':
    'Los pagos con tarjeta no admiten decimales en {currency}.',
  'Card payments take {currency} in steps of {step}.':
    'Los pagos con tarjeta admiten {currency} en múltiplos de {step}.',
  'Another offer has this id already. Please make it again.':
    'Otra oferta ya tiene este identificador. Hazla de nuevo.',
  'API key ‘{program}’': 'Clave de API «{program}»',
  'Cancelled by the buyer.': 'Cancelado por el comprador.',
  'Cancelled, because no payment arrived in time.':
    'Cancelado, porque no llegó ningún pago a tiempo.',
  'Cancelled.': 'Cancelado.',
  'Completed, because nobody asked for a change in time.':
    'Terminado, porque nadie pidió un cambio a tiempo.',
  'Delivered. Please look at it, and accept it or request a revision.':
    'Entregado. Míralo y acéptalo, o pide una revisión.',
  'How was it? The page of your order has room for a review; we ask this once.':
    '¿Qué tal fue? La página de tu pedido tiene sitio para una opinión; lo pedimos solo una vez.',
  'If we need something from you to begin, the page of your order asks for it.':
    'Si necesitamos algo de ti para empezar, la página de tu pedido lo pide.',
  'Look at it, then accept it or request a revision.': 'Míralo y acéptalo, o pide una revisión.',
  'Offer accepted. Order {number}.': 'Oferta aceptada. Pedido {number}.',
  'Offer declined.': 'Oferta rechazada.',
  'Offer withdrawn.': 'Oferta retirada.',
  'Only who made this offer, or a manager, can withdraw it.':
    'Solo quien hizo esta oferta, o un gestor, puede retirarla.',
  'Open your order': 'Abrir tu pedido',
  'Order {number}: {said}': 'Pedido {number}: {said}',
  'Please tell the buyer why.': 'Dile al comprador por qué.',
  'Please write an amount below {most}, or refund in full.':
    'Escribe un importe menor que {most}, o reembolsa por completo.',
  'Please write the reference under which the payment arrived.':
    'Escribe la referencia con la que llegó el pago.',
  'Please write what you deliver, and where the buyer finds it.':
    'Escribe qué entregas y dónde lo encuentra el comprador.',
  'Reference {reference}': 'Referencia {reference}',
  'Refund requested.': 'Reembolso solicitado.',
  'Revision {number} of {revisions} requested.': 'Revisión {number} de {revisions} pedida.',
  'Thank you for your order. Your credit pays for it.': 'Gracias por tu pedido. Tu saldo lo paga.',
  'Thank you for your order. {amount} is to be paid.':
    'Gracias por tu pedido. Quedan por pagar {amount}.',
  'The buyer’s address was erased, so nobody could spend a credit.':
    'La dirección del comprador se borró, así que nadie podría gastar un saldo.',
  'The delivery was accepted. The order is completed.':
    'La entrega se aceptó. El pedido está terminado.',
  'The order has {agreed}, and all are used. Please ask in the chat.':
    'El pedido tiene {agreed} y ya se han usado todas. Pregunta en el chat.',
  'The order has {agreed}, and no more were agreed. Please ask in the chat.':
    'El pedido tiene {agreed} y no se acordaron más. Pregunta en el chat.',
  'The signature does not fit.': 'La firma no coincide.',
  'The visitor has accepted this offer already.': 'El visitante ya ha aceptado esta oferta.',
  'The visitor has declined this offer already.': 'El visitante ya ha rechazado esta oferta.',
  'There is no {way} on this installation.': 'No hay {way} en esta instalación.',
  'This offer was valid until {day}. Ask in the chat for a new one.':
    'Esta oferta era válida hasta el {day}. Pide una nueva en el chat.',
  'This order is not available.': 'Este pedido no está disponible.',
  'This payment is not available.': 'Este pago no está disponible.',
  'This payment is not held any more.': 'Este pago ya no está retenido.',
  'This was paid by the payment link, so pay it back there and write the reference here.':
    'Esto se pagó con el enlace de pago: devuélvelo allí y escribe aquí la referencia.',
  'Total: {total}. Keep this link to yourself: it opens the order.':
    'Total: {total}. No compartas este enlace: abre el pedido.',
  'What was decided, and why, stands on the page of your order.':
    'Qué se decidió, y por qué, está en la página de tu pedido.',
  'Work begins once the order is paid and what we ask for is there.':
    'El trabajo empieza cuando el pedido esté pagado y tengamos lo que pedimos.',
  'Work begins.': 'El trabajo empieza.',
  'You get this because you ordered from {brandName} with this address.':
    'Recibes esto porque hiciste un pedido a {brandName} con esta dirección.',
  'Your account may not do this.': 'Tu cuenta no puede hacer esto.',
  'Your delivery is waiting for you.': 'Tu entrega te está esperando.',
  '{amount} received, thank you.': '{amount} recibidos, gracias.',
  '{amount} received, thank you. To begin, we need something from you.':
    '{amount} recibidos, gracias. Para empezar necesitamos algo de ti.',
  '{money} refunded as credit.': '{money} reembolsados como saldo.',
  '{money} refunded.': '{money} reembolsados.',
  'Delivered. The buyer is told by mail.': 'Entregado. Se avisa al comprador por correo.',
  'The buyer is told what was decided.': 'Se comunica al comprador lo que se ha decidido.',
  'The order is paid.': 'El pedido está pagado.',
  'The payment goes back to where it came from.': 'El pago vuelve a donde vino.',
  '{amount} smallest units of {currency}': '{amount} unidades mínimas de {currency}',
  'It names no order of ours.': 'No nombra ningún pedido nuestro.',
  'The order was cancelled.': 'El pedido se canceló.',
  'The order is paid already.': 'El pedido ya está pagado.',
  'It came in {paid}, and the order is in {wanted}.':
    'Llegó en {paid}, y el pedido está en {wanted}.',
  'It was {paid} instead of {due}.': 'Fueron {paid} en lugar de {due}.',
  'The provider has it, and the books do not.': 'El proveedor lo tiene, y los libros no.',
  'It is in the books, and the provider does not list it.':
    'Está en los libros, y el proveedor no lo tiene en su lista.',
  'The books say {booked}, the provider {told}.':
    'Los libros dicen {booked}; el proveedor, {told}.',
  'A refund of {money} is on its way.': 'Un reembolso de {money} está en camino.',
  'The refund of {amount} failed. We look into it and write to you.':
    'El reembolso de {amount} ha fallado. Lo estamos revisando y te escribiremos.',
  'A refund of {amount} failed: {problem}': 'Un reembolso de {amount} ha fallado: {problem}',
  'A refund of {amount} failed.': 'Un reembolso de {amount} ha fallado.',
  '{name}: it was decided about anew. Please look at the order.':
    '{name}: se decidió de otra forma. Mira el pedido.',
  'Refund of {amount}, payment {reference}': 'Reembolso de {amount}, pago {reference}',
  'Refund of {amount}, order {number}': 'Reembolso de {amount}, pedido {number}',
  '{name} could not be sent: {problem}': '{name} no se pudo enviar: {problem}',
  'Payment of order {number}: please look': 'Pago del pedido {number}: échale un vistazo',
  'A payment without an order: please look': 'Un pago sin pedido: échale un vistazo',
  'Open the order': 'Abrir el pedido',
  'Open the orders': 'Abrir los pedidos',
  'The payment page that you opened before cannot be closed at the moment, so there is no second one yet. Please pay there, or try again in a few minutes.':
    'La página de pago que abriste antes no se puede cerrar en este momento, así que aún no hay otra. Paga allí o inténtalo de nuevo en unos minutos.',
  'Your payment is being processed. You do not need to pay again.':
    'Tu pago se está procesando. No hace falta que pagues otra vez.',
  'The payment service cannot be asked at the moment what has gone back already. Please try again in a few minutes.':
    'Ahora mismo no se puede preguntar al servicio de pago qué se ha devuelto ya. Inténtalo de nuevo en unos minutos.',
  'This refund is not available.': 'Este reembolso no está disponible.',
  'This refund is under way already.': 'Este reembolso ya está en curso.',
  'The refund is sent again now.': 'El reembolso se envía de nuevo ahora.',
} as const satisfies Translations;

type OrdersServerWords = typeof ORDERS_SERVER_ES;

declare module '../platform/translate.ts' {
  // oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- It takes over the names.
  interface Sentences extends OrdersServerWords {}
}
