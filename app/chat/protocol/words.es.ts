import type { Translations } from '../../platform/translate.ts';

/** Spanish texts for visitors, keyed by their English wording. */
export const WIRE_ES = {
  '{count} file|{count} files': { one: '{count} archivo', other: '{count} archivos' },
  'Please use a permanent email address from a trusted provider like Gmail, Outlook, or Yahoo.':
    'Usa una dirección de correo permanente de un proveedor de confianza como Gmail, Outlook o Yahoo.',
  'This email appears to be temporary. Please use your real email address.':
    'Este correo parece temporal. Usa tu dirección de correo real.',
  '“{name}” is too large. A file can have up to {saySize}.':
    '“{name}” es demasiado grande. Un archivo puede tener hasta {saySize}.',
  '“{name}” was not added. A message can have up to {sayFileCount}.':
    '“{name}” no se añadió. Un mensaje puede llevar hasta {sayFileCount}.',
  '“{name}” is empty and was not added.': '“{name}” está vacío y no se añadió.',
  'Product/Service Support': 'Soporte de productos y servicios',
  'Sales Inquiry': 'Consulta de ventas',
  'Order Fulfillment': 'Gestión de pedidos',
  'General Questions': 'Preguntas generales',
  'The chat is not open to you at present. If this is a mistake, please tell us by phone or email: both are on our contact page.':
    'El chat no está disponible para ti por ahora. Si es un error, dínoslo por teléfono o correo: ambos están en nuestra página de contacto.',
  'Message removed': 'Mensaje retirado',
  now: 'ahora',
} as const satisfies Translations;

type WireWords = typeof WIRE_ES;

declare module '../../platform/translate.ts' {
  // oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- It takes over the names.
  interface Sentences extends WireWords {}
}
