/**
 * The addresses of the catalogues by 'es/orders', and of the lists of catalogues as 'list' and 'team-list'. A build fills
 * them in (scripts/messages.ts); in development, pages name no files.
 */
export const messageFiles: Readonly<Record<string, string>> = {};
