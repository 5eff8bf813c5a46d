import { open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';

const LOOKED_AT = 64 * 1024;

/** Types that a browser could execute or render as a page. */
const ACTIVE = /html|xml|svg|script|multipart|flash|x-ms-|mhtml|hta/;

const BYTES = 'application/octet-stream';

/**
 * Detects the type by the bytes and ignores the file name. Active types become octet-stream; HTML
 * and SVG are text, so they become text/plain.
 */
export async function findType(path: string): Promise<string> {
  const found = await fileTypeFromFile(path);
  if (found) return ACTIVE.test(found.mime) ? BYTES : (found.mime.split(';')[0] ?? BYTES);
  return (await isText(path)) ? 'text/plain' : BYTES;
}

async function isText(path: string): Promise<boolean> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(LOOKED_AT), 0, LOOKED_AT, 0);
    const bytes = buffer.subarray(0, bytesRead);
    if (bytes.includes(0)) return false;
    // The last character may be cut in two.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: bytesRead === LOOKED_AT });
    return true;
  } catch {
    return false;
  } finally {
    await handle.close();
  }
}
