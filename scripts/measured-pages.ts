export const MEASURED_PAGES = [
  '/',
  '/services',
  '/services/graphics',
  '/services/graphics/book-design',
  '/services/video/logo-animation',
] as const;

/** A page for one person is not in search engines. */
export const PRIVATE_PAGES = ['/services/graphics/book-design/order', '/account'] as const;
