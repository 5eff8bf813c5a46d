import type { Translations } from '../platform/translate.ts';

/** Maps the English texts of shared components to Spanish. */
export const UI_ES = {
  'Accepted payments': 'Pagos aceptados',
  Home: 'Inicio',
  Previous: 'Anterior',
  Next: 'Siguiente',
  of: 'de',
  Breadcrumb: 'Ruta de navegación',
  'VIEW OUR SERVICES': 'VER NUESTROS SERVICIOS',
  'Confirm it in a new tab': 'Confírmalo en una pestaña nueva',
  'No answer came back. Please check your connection and try again.':
    'No llegó ninguna respuesta. Comprueba tu conexión e inténtalo de nuevo.',
  'The answer could not be read. Please check your connection and try again.':
    'No se pudo leer la respuesta. Comprueba tu conexión e inténtalo de nuevo.',
  'This is too long to be sent. Please shorten it and try again.':
    'Es demasiado largo para enviarlo. Acórtalo e inténtalo de nuevo.',
  'This was sent too often. Please wait a minute and try again.':
    'Se ha enviado demasiadas veces. Espera un minuto e inténtalo de nuevo.',
  'This is not allowed, or not any more.': 'Esto no está permitido, o ya no lo está.',
  'The server did not take this. Please try again.':
    'El servidor no lo aceptó. Inténtalo de nuevo.',
  'Something went wrong on our side. Please try again in a moment.':
    'Algo salió mal por nuestra parte. Inténtalo de nuevo en un momento.',
  'This part could not be loaded.': 'Esta parte no se pudo cargar.',
  Retry: 'Reintentar',
  'Picture viewer': 'Visor de imágenes',
  Close: 'Cerrar',
  Picture: 'Imagen',
  'Previous picture': 'Imagen anterior',
  'Next picture': 'Imagen siguiente',
  'Picture {value}': 'Imagen {value}',
  Newer: 'Más recientes',
  Older: 'Más antiguas',
  Pages: 'Páginas',
  'Search with the key “/”': 'Buscar con la tecla «/»',
  'Dark from 7 pm to 7 am': 'Oscuro de 19:00 a 7:00',
  '{rating} of 5 stars': '{rating} de 5 estrellas',
  'Switch to': 'Cambiar al tema',
  dark: 'oscuro',
  light: 'claro',
  theme: '',
  'You are signed out. Sign in in another tab, then try again here.':
    'Tu sesión se ha cerrado. Inicia sesión en otra pestaña e inténtalo de nuevo aquí.',
} as const satisfies Translations;

type UiWords = typeof UI_ES;

declare module '../platform/translate.ts' {
  // oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- It takes over the names.
  interface Sentences extends UiWords {}
}
