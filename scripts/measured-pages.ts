export const MEASURED_PAGES = [
  '/',
  '/services',
  '/services/graphics',
  '/services/graphics/book-design',
  '/services/video/logo-animation',
] as const;

/** Search engines leave these pages out, because each is made for one person. */
export const PRIVATE_PAGES = ['/services/graphics/book-design/order', '/account'] as const;
