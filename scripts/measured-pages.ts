export const MEASURED_PAGES = [
  '/',
  '/services',
  '/services/graphics',
  '/services/graphics/book-design',
  '/services/video/logo-animation',
] as const;
