/** The pages whose speed and weight are measured: one of each kind that people arrive at. */
export const MEASURED_PAGES = [
  '/',
  '/services',
  '/services/graphics',
  '/services/graphics/book-design',
  '/services/video/logo-animation',
] as const;
