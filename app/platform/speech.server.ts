import { AsyncLocalStorage } from 'node:async_hooks';
import { ENGLISH, speakAs, type Speech } from './say.ts';

const SCOPE = Symbol.for('embarka.speech');

// The server's modules exist twice, once loaded by Node and once in the bundle of the pages: both are
// to know in which language a request is answered.
const shared = globalThis as { [SCOPE]?: AsyncLocalStorage<Speech> };
const scope = (shared[SCOPE] ??= new AsyncLocalStorage<Speech>());

speakAs(() => scope.getStore() ?? ENGLISH);

/** Has everything that is said on the way, however deep, said in this language. */
export function speaking<T>(speech: Speech, work: () => T): T {
  return scope.run(speech, work);
}
