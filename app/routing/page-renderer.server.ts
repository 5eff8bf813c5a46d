import type { ServerBuild } from 'react-router';
import { createEntryTaker } from './entry-taker.server.ts';
import type { PageToRender } from '../host.ts';
import { speaking } from '../platform/speech.server.ts';
import { renderDocument } from './render-document.server.tsx';

/**
 * A worker thread renders pages from loader data that the main thread collected. The router's context for the page is
 * made here, and receives the data and its encoded form for the browser.
 */
export function createPageRenderer(build: ServerBuild): (page: PageToRender) => Promise<string> {
  const takers = new Map<string, ReturnType<typeof createEntryTaker>>();
  const takerFor = (prefix: string) => {
    const taker = takers.get(prefix) ?? createEntryTaker(build, prefix);
    takers.set(prefix, taker);
    return taker;
  };
  return async ({ url, nonce, data, handOver, speech, prefix }) => {
    const entry = await takerFor(prefix)(url);
    Object.assign(entry.staticHandlerContext, data);
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
