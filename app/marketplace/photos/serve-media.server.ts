import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { placeRange, readRange } from '../../platform/files/store/byte-range.ts';
import type { FileStore } from '../../platform/files/store/file-store.server.ts';
import type { MediaAddress } from './photo.ts';

const FOR_EVER = 'public, max-age=31536000, immutable';

/**
 * Opened by itself it runs nothing and loads nothing: it is a picture or a video that was taken in as
 * one, and is told to be nothing else.
 */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'; sandbox; frame-ancestors 'none'";

/**
 * Sends a photo or a video to anybody: what lies at an address never changes. A part of it for whoever
 * wants one (RFC 9110, 14): players ask so, and seek. What is not there may come: 404, kept by nobody.
 */
export async function serveMedia(
  store: FileStore,
  { id, part, type }: MediaAddress,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const size = await store.sizeOf(id, part);
  if (size === undefined) {
    response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' }).end('Not found');
    return;
  }
  const etag = `"${id}-${part}"`;
  const headers = {
    'Cache-Control': FOR_EVER,
    'Content-Security-Policy': POLICY,
    // Other sites show the picture of a link.
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Content-Type': type,
    ETag: etag,
    'Accept-Ranges': 'bytes',
  };
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304, headers).end();
    return;
  }
  const { range, 'if-range': condition = etag } = request.headers;
  const asked = condition === etag ? readRange(range ?? null) : undefined;
  const wanted = asked && placeRange(asked, size);
  if (asked && !wanted) {
    response.writeHead(416, { ...headers, 'Content-Range': `bytes */${size}` }).end();
    return;
  }
  const { start, end } = wanted ?? { start: 0, end: size - 1 };
  const found = request.method === 'HEAD' ? undefined : await store.open(id, part, wanted);
  response.writeHead(wanted ? 206 : 200, {
    ...headers,
    'Content-Length': end - start + 1,
    ...(wanted && { 'Content-Range': `bytes ${start}-${end}/${size}` }),
  });
  if (!found) {
    response.end();
    return;
  }
  // Whoever goes away half-way is no fault of ours.
  await pipeline(found.stream, response).catch(() => response.destroy());
}
