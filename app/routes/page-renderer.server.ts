import { UNSAFE_decodeViaTurboStream as decodeHandOver, type ServerBuild } from 'react-router';
import { createEntryTaker } from './entry-taker.server.ts';
import type { PageToRender } from '../host.ts';
import { speaking } from '../platform/speech.server.ts';
import { renderDocument } from './render-document.server.tsx';

/**
 * Renders pages from what their routes found out elsewhere. The data is decoded from the bytes the
 * browser decodes it from, so no page can be rendered of something its takeover would not have.
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
