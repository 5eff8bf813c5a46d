import type { Translations } from '../platform/translate.ts';

export const ORDERS_ES = {
  ', opens in a new tab': ', se abre en una pestaña nueva',
  'Accept delivery': 'Aceptar entrega',
  'Cancel this order': 'Cancelar este pedido',
  'Nothing was paid yet, so nothing is owed. A new order needs a new offer.':
    'Aún no se ha pagado nada, así que no se debe nada. Un pedido nuevo necesita una oferta nueva.',
  'Cancel order': 'Cancelar pedido',
  'What we need to begin': 'Qué necesitamos para empezar',
  'Send and begin': 'Enviar y empezar',
  'Request a revision': 'Pedir una revisión',
  'What should be changed?': '¿Qué habría que cambiar?',
  '{sayRevisions} left.': 'Quedan {sayRevisions}.',
  'Request Refund': 'Solicitar reembolso',
  'What went wrong?': '¿Qué salió mal?',
  'Please choose': 'Elige',
  'Please explain': 'Explícalo',
  'What happened, and what shows it. We answer within five business days.':
    'Qué ha pasado y qué lo demuestra. Respondemos en cinco días laborables.',
  Order: 'Pedido',
  'Receipt to print': 'Recibo para imprimir',
  Buyer: 'Comprador',
  Team: 'Equipo',
  'Payment service': 'Servicio de pago',
  Automatically: 'Automático',
  Delivered: 'Entregado',
  ', late': ', con retraso',
  Refund: 'Reembolso',
  History: 'Historial',
  'The refund was refused.': 'El reembolso se rechazó.',
  'refund refused': 'reembolso rechazado',
  Brief: 'Encargo',
  'Awaiting payment': 'Pendiente de pago',
  Paid: 'Pagado',
  'In progress': 'En curso',
  'Revision requested': 'Revisión pedida',
  'Refund requested': 'Reembolso solicitado',
  Refunded: 'Reembolsado',
  Cancelled: 'Cancelado',
  Late: 'Con retraso',
  Total: 'Total',
  'Paid with credit': 'Pagado con saldo',
  ' ({revisionsUsed} used)': ' ({revisionsUsed} usadas)',
  Pay: 'Pagar',
  'Thank you. We are waiting for the payment service to confirm your payment. This page and an email will tell you. You do not need to pay again.':
    'Gracias. Esperamos a que el servicio de pago confirme tu pago. Te lo dirán esta página y un correo. No hace falta que pagues otra vez.',
  'You pay on the page of our payment provider. We never see your card details.':
    'Pagas en la página de nuestro proveedor de pagos. Nunca vemos los datos de tu tarjeta.',
  'Go on to the payment page': 'Ir a la página de pago',
  'with the reference': 'con la referencia',
  '. We mark the order as paid when the payment has arrived.':
    '. Marcamos el pedido como pagado cuando llega el pago.',
  'Receipt for order': 'Recibo del pedido',
  'Paid on': 'Pagado el',
  ' by {value}': ' con {value}',
  Service: 'Servicio',
  Amount: 'Importe',
  '5 stars': '5 estrellas',
  '4 stars': '4 estrellas',
  '3 stars': '3 estrellas',
  '2 stars': '2 estrellas',
  'Review {title}': 'Opinar sobre {title}',
  'How was': '¿Qué tal',
  'Your review appears on the service’s page with the mark ‘Verified purchase’. Your address is shown to nobody.':
    'Tu opinión aparece en la página del servicio con la marca «Compra verificada». Tu dirección no se muestra a nadie.',
  Review: 'Opinión',
  'Your name, as it is shown': 'Tu nombre, como se mostrará',
  'Post review': 'Publicar opinión',
  'Delivery in': 'Entrega en',
  Completed: 'Terminado',
  'The work was not delivered by its deadline': 'El trabajo no se entregó a tiempo',
  'What was delivered does not match the description':
    'Lo entregado no coincide con la descripción',
  'The seller did not respond for more than 7 days':
    'El vendedor no respondió durante más de 7 días',
  'A technical error took my money, such as a double payment':
    'Un error técnico me cobró de más, por ejemplo un pago doble',
  Agent: 'Agente',
  'Files for the work': 'Archivos para el trabajo',
  'Files that show it': 'Archivos que lo demuestran',
  'Files of the brief': 'Archivos del encargo',
  'Files of this request': 'Archivos de esta solicitud',
  'Files of earlier requests': 'Archivos de solicitudes anteriores',
  'What was delivered, {number}': 'Lo que se entregó, {number}',
  '{label}, added': '{label}, añadidos',
  'Up to {count}, each up to {size}.': 'Hasta {count}, cada uno de hasta {size}.',
  'Files are being uploaded. If you press the button now, the form is sent afterwards.':
    'Los archivos se están subiendo. Si pulsas el botón ahora, el formulario se envía después.',
  'Please remove the files that could not be uploaded.':
    'Quita los archivos que no se pudieron subir.',
  '“{name}” was not added. Up to {count} go together.':
    '“{name}” no se añadió. Van juntos hasta {count}.',
  'No connection. Please remove it, and add it again.': 'Sin conexión. Quítalo y añádelo de nuevo.',
  'Order cancelled': 'Pedido cancelado',
  'Order completed': 'Pedido terminado',
  'Payment received': 'Pago recibido',
  'Refund decided': 'Reembolso decidido',
  'Refunded in full': 'Reembolsado por completo',
  'This is not yours to do with an order.': 'Esto no te corresponde hacerlo con un pedido.',
  'This order is {state}, so it cannot be begun.':
    'Este pedido está {state}, así que no se puede empezar.',
  'This order is {state}, so it cannot be cancelled.':
    'Este pedido está {state}, así que no se puede cancelar.',
  'This order is {state}, so it cannot be completed.':
    'Este pedido está {state}, así que no se puede completar.',
  'This order is {state}, so it cannot be delivered.':
    'Este pedido está {state}, así que no se puede entregar.',
  'This order is {state}, so it cannot be given back.':
    'Este pedido está {state}, así que no se puede devolver.',
  'This order is {state}, so it cannot be paid.':
    'Este pedido está {state}, así que no se puede pagar.',
  'This order is {state}, so it cannot be refunded.':
    'Este pedido está {state}, así que no se puede reembolsar.',
  'This order is {state}, so it cannot be sent back for a revision.':
    'Este pedido está {state}, así que no se puede pedir una revisión.',
  'This order is {state}, so it cannot be settled.':
    'Este pedido está {state}, así que no hay nada que decidir.',
  'awaiting payment': 'pendiente de pago',
  'in progress': 'en curso',
  paid: 'pagado',
  delivered: 'entregado',
  completed: 'terminado',
  refunded: 'reembolsado',
  cancelled: 'cancelado',
  'waiting, a refund was requested': 'en espera, con un reembolso solicitado',
  'waiting, a revision was requested': 'en espera, con una revisión pedida',
  'Work begins': 'El trabajo empieza',
  'Refund in progress': 'Reembolso en curso',
  'Money back': 'Devoluciones',
  'Payment failed': 'Pago fallido',
  'Refund failed': 'Reembolso fallido',
  'Refund sent again': 'Reembolso enviado de nuevo',
  'Refunded at the payment service': 'Reembolsado en el servicio de pago',
  'Payment taken back': 'Pago retirado',
  'Payment disputed': 'Pago en disputa',
  'Dispute won': 'Disputa ganada',
  'Dispute lost': 'Disputa perdida',
  'Full refund decided': 'Reembolso completo decidido',
  'A partial refund was agreed.': 'Se acordó un reembolso parcial.',
  'A full refund was agreed.': 'Se acordó un reembolso completo.',
  'Your bank declined the payment. Nothing was charged. Try again or use another method.':
    'Tu banco rechazó el pago. No se ha cobrado nada. Inténtalo de nuevo o usa otro método.',
  'Your bank could not confirm that it is you. Nothing was charged. Try again or use another method.':
    'Tu banco no pudo confirmar que eres tú. No se ha cobrado nada. Inténtalo de nuevo o usa otro método.',
  'The payment service did not accept the payment. Nothing was charged. Try again or use another method.':
    'El servicio de pago no aceptó el pago. No se ha cobrado nada. Inténtalo de nuevo o usa otro método.',
  'You left the payment page. Nothing was charged. Try again or use another method.':
    'Saliste de la página de pago. No se ha cobrado nada. Inténtalo de nuevo o usa otro método.',
  'The payment page has expired. Nothing was charged. Try again or use another method.':
    'La página de pago ha caducado. No se ha cobrado nada. Inténtalo de nuevo o usa otro método.',
  'Your payment is being processed, which can take a few days. You do not need to pay again.':
    'Tu pago se está procesando, lo que puede tardar unos días. No hace falta que pagues otra vez.',
  'We received a payment that does not match this order. Our team is looking into it. Please do not pay again until then.':
    'Hemos recibido un pago que no coincide con este pedido. Nuestro equipo lo está revisando. No pagues otra vez hasta entonces.',
  'We returned a payment that did not match this order. Please pay the amount above.':
    'Devolvimos un pago que no coincidía con este pedido. Paga el importe de arriba.',
  '{amount} went back to you, because the dispute was decided in your favor.':
    '{amount} volvieron a ti, porque la disputa se resolvió a tu favor.',
  'The dispute about {amount} was decided in your favor.':
    'La disputa sobre {amount} se resolvió a tu favor.',
  'The payment of {amount} is disputed. The bank or payment service decides about it.':
    'El pago de {amount} está en disputa. Lo decide el banco o el servicio de pago.',
  Dispute: 'Disputa',
  'The payment of {amount} is disputed.': 'El pago de {amount} está en disputa.',
  'A refund of {amount} failed. We look into it and write to you.':
    'Un reembolso de {amount} ha fallado. Lo estamos revisando y te escribiremos.',
  'A refund of {amount} failed, so the money is still here. Please decide again.':
    'Un reembolso de {amount} ha fallado, así que el dinero sigue aquí. Decide de nuevo.',
  '{amount} went back to the buyer, because the dispute was decided for them.':
    '{amount} volvieron al comprador, porque la disputa se resolvió a su favor.',
  'The payment service took back {amount}.': 'El servicio de pago retiró {amount}.',
  '{amount} was refunded as credit.': '{amount} se reembolsaron como saldo.',
  'A refund of {amount} is being sent to the payment service.':
    'Un reembolso de {amount} se está enviando al servicio de pago.',
  'A refund of {amount} is on its way. Banks can take up to ten days.':
    'Un reembolso de {amount} está en camino. Los bancos pueden tardar hasta diez días.',
  '{amount} was refunded at the payment service.':
    '{amount} se reembolsaron en el servicio de pago.',
  '{amount} was refunded.': '{amount} se reembolsaron.',
  'The buyer disputes the payment of {amount}. Please answer at the payment service.':
    'El comprador disputa el pago de {amount}. Responde en el servicio de pago.',
  'The dispute about {amount} was decided for the shop.':
    'La disputa sobre {amount} se resolvió a favor de la tienda.',
  'The dispute about {amount} was decided for the buyer.':
    'La disputa sobre {amount} se resolvió a favor del comprador.',
} as const satisfies Translations;

type OrdersWords = typeof ORDERS_ES;

declare module '../platform/translate.ts' {
  // oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- It takes over the names.
  interface Sentences extends OrdersWords {}
}
