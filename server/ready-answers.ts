import type { Context } from 'hono';
import type { Asset } from './assets.ts';
import type { KeptPage } from './kept-pages.ts';

// Answers that lie ready in memory.

/** A built file; videos in parts, which Safari insists on. */
export function sendAsset(c: Context, asset: Asset): Response {
  const headers = {
    'Content-Type': asset.type,
    'Cache-Control': asset.immutable
      ? 'public, max-age=31536000, immutable'
      : 'public, max-age=86400, stale-while-revalidate=604800',
  };
  const range = asset.type.startsWith('video/') ? c.req.header('Range') : undefined;
  return range ? sendPart(c, asset, range, headers) : sendCompressed(c, asset, asset.etag, headers);
}

/** A page that was rendered before. */
export function sendKeptPage(c: Context, page: KeptPage): Response {
  return sendCompressed(c, page, page.etag, {
    ...page.headers,
    'Content-Security-Policy': page.policy,
  });
}

interface Encodings {
  readonly plain: Buffer;
  readonly br: Buffer | undefined;
  readonly gzip: Buffer | undefined;
}

function sendCompressed(
  c: Context,
  body: Encodings,
  etag: string,
  headers: Readonly<Record<string, string>>,
): Response {
  const caching = { ...headers, ETag: etag, Vary: 'Accept-Encoding' };
  if (c.req.header('If-None-Match')?.includes(etag)) return c.body(null, 304, caching);
  const accepted = c.req.header('Accept-Encoding') ?? '';
  const encoding = (['br', 'gzip'] as const).find(
    (candidate) => body[candidate] && accepts(accepted, candidate),
  );
  const bytes = (encoding && body[encoding]) ?? body.plain;
  return c.body(new Uint8Array(bytes), 200, {
    ...caching,
    ...(encoding ? { 'Content-Encoding': encoding } : {}),
    'Content-Length': String(bytes.byteLength),
  });
}

/** Whether an Accept-Encoding header names this encoding, and not to refuse it with 'q=0'. */
function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((entry) => {
    const [name, quality = ''] = entry.split(';').map((part) => part.trim().toLowerCase());
    return name === encoding && !/^q=0(\.0*)?$/.test(quality);
  });
}

/** One range of bytes (RFC 9110, 14); several at once are answered with the first. */
function sendPart(
  c: Context,
  asset: Asset,
  range: string,
  headers: Readonly<Record<string, string>>,
): Response {
  const size = asset.plain.byteLength;
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)/.exec(range) ?? [];
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if ((from === '' && to === '') || start > end) {
    return c.body(null, 416, { 'Content-Range': `bytes */${size}` });
  }
  const part = asset.plain.subarray(start, end + 1);
  return c.body(new Uint8Array(part), 206, {
    ...headers,
    ETag: asset.etag,
    'Accept-Ranges': 'bytes',
    'Content-Range': `bytes ${start}-${end}/${size}`,
    'Content-Length': String(part.byteLength),
  });
}
