import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import {
  placeRange,
  readRange,
  type FileStore,
} from '../../../platform/files/store/file-store.server.ts';
import type { MediaAddress } from '../../protocol/photo.ts';

const FOR_EVER = 'public, max-age=31536000, immutable';

/**
 * A file opened directly in a browser must not run or load anything. The upload was checked to be a picture or a
 * video, and the sandbox makes sure of it.
 */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'; sandbox; frame-ancestors 'none'";

/**
 * Content at an address never changes. Ranges (RFC 9110, 14) let video players seek. A 404 is not cached, because
 * the file may appear later.
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
    // Other sites embed the picture of a link preview.
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
  // A client that disconnects is not an error.
  await pipeline(found.stream, response).catch(() => response.destroy());
}
