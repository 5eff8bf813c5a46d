/**
 * The addresses of the catalogues by 'es/orders', and of the list of all catalogues as 'loader'. A build fills them in
 * (scripts/messages.ts); in development, pages name no files.
 */
export const messageFiles: Readonly<Record<string, string>> = {};
