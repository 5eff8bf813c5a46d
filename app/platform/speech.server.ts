import { AsyncLocalStorage } from 'node:async_hooks';
import { ENGLISH, speakAs, type Speech } from './say.ts';

/** Of one request, or of one thing that is written. */
interface Speaker {
  speech: Speech;
}

const SCOPE = Symbol.for('embarka.speaker');

// The server's modules exist twice, once loaded by Node and once in the bundle of the pages: both are
// to know in which language a request is answered.
const shared = globalThis as { [SCOPE]?: AsyncLocalStorage<Speaker> };
const scope = (shared[SCOPE] ??= new AsyncLocalStorage<Speaker>());

speakAs(() => scope.getStore()?.speech ?? ENGLISH);

/** Has everything that is said on the way, however deep, said in this language. */
export function speaking<T>(speech: Speech, work: () => T): T {
  return scope.run({ speech }, work);
}

/**
 * From here on the same request is answered in another language: whoever asks is known now, and what
 * they read. Nothing happens outside of a request.
 */
export function speakFromHereOn(speech: Speech): void {
  const speaker = scope.getStore();
  if (speaker) speaker.speech = speech;
}
