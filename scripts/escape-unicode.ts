import type { Plugin } from 'vite';

/** A backslash in front of a character, as in `\…`: an escape sequence behind it would mean something else. */
const ESCAPED = /(?<!\\)(?:\\\\)*\\[^\0-\xFF]/u;

/**
 * Writes the server's code with escape sequences instead of characters beyond Latin-1. V8 keeps the source of each
 * thread in memory, with two bytes for every character as soon as one is beyond Latin-1: 15 MB in total.
 */
export function escapeUnicode(): Plugin {
  return {
    name: 'escape-unicode',
    applyToEnvironment: ({ name }) => name === 'ssr',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        if (ESCAPED.test(chunk.code)) this.error(`${chunk.fileName} has an escaped character.`);
        chunk.code = chunk.code.replaceAll(
          /[^\0-\xFF]/g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
        );
      }
    },
  };
}
