/** The pages whose speed and weight are measured: the first, the largest, and one with pictures. */
export const MEASURED_PAGES = ['/', '/services', '/services/graphics/book-design'] as const;
