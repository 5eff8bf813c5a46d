import type { Messages } from './translate.ts';

/** The files of all translations for pages. English pages do not load this list. */
export const MESSAGE_FILES = import.meta.glob<Messages>(
  ['./*/*.po', '!./en/*.po', '!./*/*-server.po', '!./*/service-worker.po'],
  { import: 'default' },
);
