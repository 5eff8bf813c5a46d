import type { Messages } from './translate.ts';

/** The files of all translations. English pages do not load this list. */
export const MESSAGE_FILES = import.meta.glob<Messages>(['./*/*.po', '!./en/*.po'], {
  import: 'default',
});
