import { AsyncLocalStorage } from 'node:async_hooks';
import { ENGLISH, setSpeechSource, type Speech } from '../i18n/translate.ts';

interface Speaker {
  speech: Speech;
}

const SCOPE = Symbol.for('embarka.speaker');

// The server's modules exist twice, once loaded by Node and once in the bundle of the pages; both
// must share the language of a request.
const shared = globalThis as { [SCOPE]?: AsyncLocalStorage<Speaker> };
const scope = (shared[SCOPE] ??= new AsyncLocalStorage<Speaker>());

setSpeechSource(() => scope.getStore()?.speech ?? ENGLISH);

export function speaking<T>(speech: Speech, work: () => T): T {
  return scope.run({ speech }, work);
}

/**
 * Switches the language of the current request, once the user and their language are known. Does
 * nothing outside a request.
 */
export function speakFromHereOn(speech: Speech): void {
  const speaker = scope.getStore();
  if (speaker) speaker.speech = speech;
}
