import type { Translations } from '../../platform/translate.ts';

/** Maps the English texts of the public layout to Spanish. */
export const LAYOUTS_ES = {
  Menu: 'Menú',
  Main: 'Principal',
  'Privacy Policy': 'Política de privacidad',
  'Terms of Service': 'Condiciones del servicio',
  'Refund Policy': 'Política de reembolsos',
  Shop: 'Tienda',
  Explore: 'Explorar',
  Policies: 'Políticas',
  Payment: 'Pago',
  'Secure Payment': 'Pago seguro',
  '(opens in a new tab)': '(se abre en una pestaña nueva)',
  'Agent Portal': 'Portal de agentes',
  '. All rights reserved.': '. Todos los derechos reservados.',
  API: 'API',
  'Our Services': 'Nuestros servicios',
  'About Us': 'Quiénes somos',
  'Contact Us': 'Contacto',
  Language: 'Idioma',
} as const satisfies Translations;

type LayoutsWords = typeof LAYOUTS_ES;

declare module '../../platform/translate.ts' {
  // oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- It takes over the names.
  interface Sentences extends LayoutsWords {}
}
