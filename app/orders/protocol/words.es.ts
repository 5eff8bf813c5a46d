import type { Translations } from '../../platform/translate.ts';

export const OFFERS_ES = {
  'no revisions': 'sin revisiones',
  '{count} revision|{count} revisions': { one: '{count} revisión', other: '{count} revisiones' },
  'Offer: {formatMoney}': 'Oferta: {formatMoney}',
  'Delivery in {sayDays}, {sayRevisions}. Valid until {sayDay}.':
    'Entrega en {sayDays}, {sayRevisions}. Válida hasta el {sayDay}.',
  'To be paid by {date}. After that the order is cancelled.':
    'Se puede pagar hasta el {date}. Después el pedido se cancela.',
  'Delivery was due on {date}. It is late.': 'La entrega era para el {date}. Va con retraso.',
  'Delivery is due by {date}.': 'Entrega hasta el {date}.',
  'If you do not answer, the order is completed automatically after {date}.':
    'Si no respondes, el pedido se completa solo después del {date}.',
  'Our answer was due on {date}. It is late.':
    'Nuestra respuesta era para el {date}. Va con retraso.',
  'We decide about your refund by {date}.': 'Decidimos sobre tu reembolso antes del {date}.',
} as const satisfies Translations;

type OffersWords = typeof OFFERS_ES;

declare module '../../platform/translate.ts' {
  // oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- It takes over the names.
  interface Sentences extends OffersWords {}
}
