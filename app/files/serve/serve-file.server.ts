import { Readable } from 'node:stream';
import type { StoredFile } from '../../conversation/files/read-files.server.ts';
import { isPicture, type PreviewName } from '../../conversation/wire/files.ts';
import { SHOWN_TYPES } from '../pictures/picture-work.ts';
import type { FileStore } from '../store/file-store.server.ts';

/**
 * Whatever it is, it runs nothing and loads nothing where somebody opens it by itself: its own
 * origin is taken from it, and no page can frame it.
 */
const POLICY =
  "default-src 'none'; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Undefined where there is nothing of that name. It asks nobody who is asking. */
export async function serveFile(
  store: FileStore,
  file: StoredFile,
  preview: PreviewName | undefined,
  request: Request,
): Promise<Response | undefined> {
  if (preview && !isPicture(file)) return undefined;
  const etag = `"${file.id}-${preview ?? 'original'}"`;
  const headers = new Headers({
    // Asked each time whether it is still theirs: it may be taken back, and conversations move.
    'Cache-Control': 'private, no-cache',
    ETag: etag,
    'Content-Security-Policy': POLICY,
    'X-Content-Type-Options': 'nosniff',
  });
  if (request.headers.get('If-None-Match') === etag)
    return new Response(null, { status: 304, headers });
  const found = await store.open(file.id, preview ?? 'original');
  if (!found) return undefined;
  const type = preview ? 'image/webp' : typeOf(file.type);
  // Pictures alone are shown: they were written anew, and nothing in them is anybody's script.
  const isShown = SHOWN_TYPES.includes(type);
  headers.set('Content-Type', type);
  headers.set('Content-Length', String(found.size));
  headers.set(
    'Content-Disposition',
    disposition(isShown ? 'inline' : 'attachment', preview ? `${file.name}.webp` : file.name),
  );
  if (request.method === 'HEAD') {
    found.stream.destroy();
    return new Response(null, { headers });
  }
  return new Response(Readable.toWeb(found.stream) as ReadableStream<Uint8Array>, { headers });
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
