import { compileMessage, type CompiledMessage } from '@lingui/message-utils/compileMessage';

const compiled = new Map<string, CompiledMessage>();

/** The compiler of the server and of tests: all of ICU MessageFormat, each message once. */
export function compile(message: string): CompiledMessage {
  const known = compiled.get(message);
  if (known) return known;
  const tokens = /[{}']/.test(message) ? compileMessage(message) : [message];
  compiled.set(message, tokens);
  return tokens;
}
