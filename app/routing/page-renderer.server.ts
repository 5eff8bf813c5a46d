import { UNSAFE_decodeViaTurboStream as decodeHandOver, type ServerBuild } from 'react-router';
import { createEntryTaker } from './entry-taker.server.ts';
import type { PageToRender } from '../host.ts';
import { speaking } from '../platform/speech.server.ts';
import { renderDocument } from './render-document.server.tsx';

/**
 * A worker thread renders pages from loader data that the main thread collected. The data is decoded from the same
 * bytes that the browser receives, so the rendered page cannot differ from the hydrated one.
 */
export function createPageRenderer(build: ServerBuild): (page: PageToRender) => Promise<string> {
  const takers = new Map<string, ReturnType<typeof createEntryTaker>>();
  const takerFor = (prefix: string) => {
    const taker = takers.get(prefix) ?? createEntryTaker(build, prefix);
    takers.set(prefix, taker);
    return taker;
  };
  return async ({ url, nonce, handOver, speech, prefix }) => {
    const entry = await takerFor(prefix)(url);
    const { value } = await decodeHandOver(streamOf(handOver), globalThis);
    Object.assign(entry.staticHandlerContext, value);
    entry.serverHandoffStream = streamOf(handOver);
    return speaking(speech, () => renderDocument(entry, url, nonce));
  };
}

function streamOf(pieces: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
}
