import { Readable } from 'node:stream';
import { isPicture, type FileView, type PreviewName } from '../../conversation/wire/files.ts';
import { SHOWN_TYPES } from '../../platform/files/pictures/picture-work.ts';
import { placeRange, readRange, type AskedRange } from '../../platform/files/store/byte-range.ts';
import type { FileStore } from '../../platform/files/store/file-store.server.ts';

/**
 * Whatever it is, it runs nothing and loads nothing where somebody opens it by itself: its own
 * origin is taken from it, and no page can frame it.
 */
const POLICY =
  "default-src 'none'; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * A file, or the part of it that a Range asks for (RFC 9110, 14), so that a download that broke off goes
 * on. Undefined where there is nothing of that name. It asks nobody who is asking.
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
    // Asked each time whether it is still theirs: it may be taken back, and conversations move. As
    // they are: packed, the bytes that a Range counts would be others.
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
  // Only who knows how much there is knows what of it was asked for.
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

/** Of a GET alone, and of the file that its first part was of. */
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
  // Pictures alone are shown: they were written anew, and nothing in them is anybody's script.
  const isShown = showsPictures && SHOWN_TYPES.includes(type);
  headers.set('Content-Type', type);
  headers.set(
    'Content-Disposition',
    disposition(isShown ? 'inline' : 'attachment', preview ? `${file.name}.webp` : file.name),
  );
}

/** Text is said to be in the one charset in which it was recognised. */
function typeOf(type: string): string {
  return type === 'text/plain' ? 'text/plain; charset=utf-8' : type;
}

/** RFC 6266: the name in letters that every program knows, and as it is (RFC 8187). */
export function disposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const exact = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${exact}`;
}
