/** Enough for ten thousand services, whose first texts take six megabytes. */
export const IMPORT_LIMIT = { bytes: 8 * 1024 * 1024, said: '8 MB' };
