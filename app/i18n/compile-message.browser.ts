import type { CompiledMessage } from '@lingui/message-utils/compileMessage';

/**
 * The compiler of the browser: names in braces, and quoted apostrophes and braces. The build compiles plurals and all
 * translations, so that no browser loads a parser of ICU MessageFormat.
 */
export function compile(message: string): CompiledMessage {
  if (!message.includes('{')) return [message];
  const pieces = message.matchAll(/''|'(\{[^']*)'|\{(\w+)\}|[^{']+|./g);
  return [...pieces].map(([piece, quoted, name]) =>
    name ? [name] : (quoted ?? (piece === "''" ? "'" : piece)),
  );
}
