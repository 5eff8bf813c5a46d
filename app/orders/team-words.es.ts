import type { Translations } from '../platform/translate.ts';

export const ORDERS_TEAM_ES = {
  'Amount in {currency}': 'Importe en {currency}',
  'An offer comes to at most {formatMoney}.': 'Una oferta llega como máximo a {formatMoney}.',
  'An offer costs something. Please give a price.': 'Una oferta cuesta algo. Pon un precio.',
  'An offer has at most {maxLines} lines.': 'Una oferta tiene como máximo {maxLines} líneas.',
  'Answer to the buyer': 'Respuesta al comprador',
  'Answered late': 'Respondidos con retraso',
  'As the payment service or the bank names it. It is kept with your name.':
    'Como la llama el servicio de pago o el banco. Se guarda con tu nombre.',
  'Cancel order {number}?': '¿Cancelar el pedido {number}?',
  'Completes after {date}': 'Se completa después del {date}',
  Conversion: 'Conversión',
  'Chats paid for': 'Chats pagados',
  'From chat to paid': 'De chat a pagado',
  credit: 'saldo',
  Decide: 'Decidir',
  'Decide about the refund': 'Decidir sobre el reembolso',
  Decision: 'Decisión',
  Deliver: 'Entregar',
  'Delivery until {date}': 'Entrega hasta el {date}',
  'Delivery was due on {date}': 'La entrega era para el {date}',
  'Differs from the books': 'No coincide con los libros',
  'Erased buyer': 'Comprador borrado',
  'Export as CSV': 'Exportar como CSV',
  'File: {names}.|Files: {names}.': { one: 'Archivo: {names}.', other: 'Archivos: {names}.' },
  'Files for the buyer': 'Archivos para el comprador',
  'Goes to': 'Va a',
  'is to be paid. The buyer was asked to name {number} as the reference.':
    'quedan por pagar. Se pidió al comprador que indicara {number} como referencia.',
  'is to be paid. If the money came another way, write its reference here.':
    'quedan por pagar. Si el dinero llegó de otra forma, escribe aquí su referencia.',
  'It goes back to where it came from. Nothing of it was booked to an order.':
    'Vuelve a donde vino. Nada de ello se apuntó a un pedido.',
  'Mark as paid': 'Marcar como pagado',
  'No order is open. An accepted offer becomes one.':
    'Ningún pedido está abierto. Una oferta aceptada pasa a serlo.',
  'Number, service or address': 'Número, servicio o dirección',
  'Only for a partial refund.': 'Solo para un reembolso parcial.',
  'Of them accepted': 'De ellas, aceptadas',
  'Of them late': 'De ellas, con retraso',
  'Offers made': 'Ofertas hechas',
  'Paid, by agent': 'Pagado, por agente',
  'Paid, by month': 'Pagado, por mes',
  'Paid, by service': 'Pagado, por servicio',
  'Paid, by topic': 'Pagado, por tema',
  'Payment held': 'Pago retenido',
  'payment link': 'enlace de pago',
  'Payment until {date}': 'Pago hasta el {date}',
  'Please ask for at most {maxQuestions} things, one a line.':
    'Pide como máximo {maxQuestions} cosas, una por línea.',
  'Please choose a currency.': 'Elige una moneda.',
  'Please choose a day within a year.': 'Elige un día dentro de un año.',
  'The buyer receives every file exactly as it is, including what a camera or program saved in it, such as a location.':
    'El comprador recibe cada archivo exactamente como es, con lo que una cámara o un programa guardó en él, por ejemplo un lugar.',
  '“{typed}” could be {whole} or {part}. Please write the one you mean.':
    '«{typed}» podría ser {whole} o {part}. Escribe el que quieres decir.',
  'Please choose a day.': 'Elige un día.',
  'Please give a whole number from 1 to {most}.': 'Escribe un número entero de 1 a {most}.',
  'Please keep it under {limit} characters.': 'No pases de {limit} caracteres.',
  'Please keep it under {questionsMaxLength} characters.':
    'No pases de {questionsMaxLength} caracteres.',
  'Please keep the note under {noteMaxLength} characters.':
    'La nota no puede pasar de {noteMaxLength} caracteres.',
  'Please say how many revisions, from 0 to {maxRevisions}.':
    'Di cuántas revisiones, de 0 a {maxRevisions}.',
  'Please say in how many days, from 1 to {maxDeliveryDays}.':
    'Di en cuántos días, de 1 a {maxDeliveryDays}.',
  'Please say what you offer.': 'Di qué ofreces.',
  'Please write a price in {currency} as a whole number, such as 1250.':
    'Escribe un precio en {currency} como número entero, por ejemplo 1250.',
  'Please write a price in {currency} such as 1250 or 80.500.':
    'Escribe un precio en {currency}, por ejemplo 1250 o 80.500.',
  '{reason} This offer comes to {amount}. Please make it {nearest}, for example.':
    '{reason} Esta oferta suma {amount}. Ponla, por ejemplo, en {nearest}.',
  'Please write a price in {currency} such as 1250 or 80.50.':
    'Escribe un precio en {currency}, como 1250 o 80.50.',
  'Reference of the payment': 'Referencia del pago',
  'Reference of what you paid back': 'Referencia de lo que has devuelto',
  'Refund a part': 'Reembolsar una parte',
  'Refund answer until {date}': 'Respuesta al reembolso hasta el {date}',
  'Refund answer was due on {date}': 'La respuesta al reembolso era para el {date}',
  'Refund in full, {left}': 'Reembolsar por completo, {left}',
  'Refund this order': 'Reembolsar este pedido',
  'Refund {amount}, {reference}': 'Reembolsar {amount}, {reference}',
  'Refund {amount}?': '¿Reembolsar {amount}?',
  'Refunds asked for': 'Reembolsos solicitados',
  'Refuse the refund': 'Rechazar el reembolso',
  'The buyer is told by mail. A new order needs a new offer.':
    'Se avisa al comprador por correo. Un pedido nuevo necesita una oferta nueva.',
  'The buyer’s address was erased.': 'La dirección del comprador se borró.',
  'The buyer’s credit for later orders': 'El saldo del comprador para pedidos futuros',
  'There is no such order.': 'No existe ese pedido.',
  'This came by the payment link: pay it back there first.':
    'Esto llegó por el enlace de pago: devuélvelo allí primero.',
  'This day has passed. Please choose a later one.': 'Este día ya ha pasado. Elige uno posterior.',
  'What was ordered': 'Lo que se pidió',
  'What you deliver, and where the buyer finds it. They are told by mail.':
    'Qué entregas y dónde lo encuentra el comprador. Se le avisa por correo.',
  'Where it came from: {way}': 'A donde vino: {way}',
  'Work begins when the buyer has answered what the offer asks for.':
    'El trabajo empieza cuando el comprador haya respondido a lo que pide la oferta.',
  '{title} and {more} more': '{title} y {more} más',
  'Update the order’s status.': 'Actualiza el estado del pedido.',
  'Order {number}': 'Pedido {number}',
  'There is nothing here.': 'Aquí no hay nada.',
  'These are too many for one file. Please filter them.':
    'Son demasiados para un archivo. Fíltralos.',
  'What was accepted, from payment to delivery, newest first.':
    'Lo que se aceptó, del pago a la entrega, lo más reciente primero.',
  'The bank declined the last payment by {way}. The buyer can try again.':
    'El banco rechazó el último pago con {way}. El comprador puede intentarlo de nuevo.',
  'The buyer’s bank could not confirm the last payment by {way}. The buyer can try again.':
    'El banco del comprador no pudo confirmar el último pago con {way}. El comprador puede intentarlo de nuevo.',
  'The payment service did not accept the last payment by {way}. The buyer can try again.':
    'El servicio de pago no aceptó el último pago con {way}. El comprador puede intentarlo de nuevo.',
  'A payment by {way} is being processed. Banks can take a few days.':
    'Un pago con {way} se está procesando. Los bancos pueden tardar unos días.',
  'The last payment page by {way} has expired. The buyer can open another one.':
    'La última página de pago con {way} ha caducado. El comprador puede abrir otra.',
  'The buyer has opened a payment page by {way} and has not paid yet.':
    'El comprador ha abierto una página de pago con {way} y aún no ha pagado.',
  'The buyer came back from the payment page by {way}. The payment service has not confirmed the payment yet.':
    'El comprador volvió de la página de pago con {way}. El servicio de pago aún no ha confirmado el pago.',
  'A payment by {way} does not match this order. Please decide about it under “Payment held” in the list of orders.':
    'Un pago con {way} no coincide con este pedido. Decide sobre él en «Pago retenido», en la lista de pedidos.',
  'A payment by {way} that did not match this order was returned. The buyer can pay again.':
    'Se devolvió un pago con {way} que no coincidía con este pedido. El comprador puede pagar de nuevo.',
  'Refunds that failed': 'Reembolsos fallidos',
  'The payment service did not answer, so nobody knows whether it was sent. Look there first, then send it again.':
    'El servicio de pago no respondió, así que nadie sabe si se envió. Míralo allí primero y luego envíalo de nuevo.',
  'The payment service did not send it, so the money is still here. Send it again, or decide again on the order’s page.':
    'El servicio de pago no lo envió, así que el dinero sigue aquí. Envíalo de nuevo o decide otra vez en la página del pedido.',
  'Disputed payments': 'Pagos en disputa',
  'Please answer the dispute at the payment service.':
    'Responde a la disputa en el servicio de pago.',
  'Send again: {name}': 'Enviar de nuevo: {name}',
  'Send again': 'Enviar de nuevo',
} as const satisfies Translations;

type OrdersTeamWords = typeof ORDERS_TEAM_ES;

declare module '../platform/translate.ts' {
  // oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- It takes over the names.
  interface Sentences extends OrdersTeamWords {}
}
