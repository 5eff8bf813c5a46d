import { open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';

/** Read to see whether a file is text. */
const LOOKED_AT = 64 * 1024;

/** What a browser could run or lay out as a page, whatever it is called. */
const ACTIVE = /html|xml|svg|script|multipart|flash|x-ms-|mhtml|hta/;

/** What is said of bytes that say nothing about themselves, or that nobody may open as a page. */
const BYTES = 'application/octet-stream';

/**
 * What the bytes of a file say it is; its name has no say. What could run in a browser is only
 * bytes, and text is plain text, HTML and SVG among it.
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
    // A letter may be cut in two at the end.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: bytesRead === LOOKED_AT });
    return true;
  } catch {
    return false;
  } finally {
    await handle.close();
  }
}
