import { Readable } from 'node:stream';
import { isPicture, type FileView, type PreviewName } from '../../../chat/protocol/files.ts';
import { SHOWN_TYPES } from '../../../platform/files/pictures/picture-work.ts';
import {
  placeRange,
  readRange,
  type AskedRange,
  type FileStore,
} from '../../../platform/files/store/file-store.server.ts';

/**
 * A file that somebody opens directly must not run scripts, load resources or be framed: `sandbox` takes the
 * origin from it.
 */
const POLICY =
  "default-src 'none'; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Serves a file, or the part that a Range header asks for (RFC 9110, 14), so that a broken download can resume.
 * Returns `undefined` if there is no such file. Does not check access: the caller must.
 */
export async function serveFile(
  store: FileStore,
  file: FileView,
  preview: PreviewName | undefined,
  request: Request,
  originals: 'pictures are shown' | 'all download' = 'pictures are shown',
): Promise<Response | undefined> {
  if (preview && !isPicture(file)) return undefined;
  const etag = `"${file.id}-${preview ?? 'original'}"`;
  const headers = new Headers({
    // Clients must revalidate every time, because a file can be unsent and conversations can move. Compression
    // is forbidden because it would change the bytes that a Range header counts.
    'Cache-Control': 'private, no-cache, no-transform',
    ETag: etag,
    'Content-Security-Policy': POLICY,
    'X-Content-Type-Options': 'nosniff',
    'Accept-Ranges': 'bytes',
  });
  if (request.headers.get('If-None-Match') === etag)
    return new Response(null, { status: 304, headers });
  const asked = rangeIn(request, etag);
  const part = preview ?? 'original';
  const size = await store.sizeOf(file.id, part);
  if (size === undefined) return undefined;
  // A range can be resolved only once the total size is known.
  const range = asked && placeRange(asked, size);
  if (asked && !range) {
    headers.set('Content-Range', `bytes */${size}`);
    return new Response(null, { status: 416, headers });
  }
  nameContent(headers, file, preview, preview !== undefined || originals === 'pictures are shown');
  headers.set('Content-Length', String(range ? range.end - range.start + 1 : size));
  if (range) headers.set('Content-Range', `bytes ${range.start}-${range.end}/${size}`);
  if (request.method === 'HEAD') return new Response(null, { headers });
  const found = await store.open(file.id, part, range);
  if (!found) return undefined;
  const body = Readable.toWeb(found.stream) as ReadableStream<Uint8Array>;
  return new Response(body, { status: range ? 206 : 200, headers });
}

/** A Range counts only on GET, and only if If-Range names the current version of the file. */
function rangeIn({ method, headers }: Request, etag: string): AskedRange | undefined {
  if (method !== 'GET') return undefined;
  const condition = headers.get('If-Range');
  if (condition !== null && condition !== etag) return undefined;
  return readRange(headers.get('Range'));
}

function nameContent(
  headers: Headers,
  file: FileView,
  preview: PreviewName | undefined,
  showsPictures: boolean,
): void {
  const type = preview ? 'image/webp' : typeOf(file.type);
  // Only pictures are shown inline: they were re-encoded, so that they cannot contain scripts.
  const isShown = showsPictures && SHOWN_TYPES.includes(type);
  headers.set('Content-Type', type);
  headers.set(
    'Content-Disposition',
    disposition(isShown ? 'inline' : 'attachment', preview ? `${file.name}.webp` : file.name),
  );
}

/** Only valid UTF-8 gets the type `text/plain`, so the charset is known. */
function typeOf(type: string): string {
  return type === 'text/plain' ? 'text/plain; charset=utf-8' : type;
}

/** RFC 6266: `filename` contains an ASCII fallback, and `filename*` the exact name (RFC 8187). */
export function disposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const exact = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${exact}`;
}
