/** The beginning and the end of a file that are hashed. A hash of several GiB would take minutes. */
const HASHED_BYTES = 1024 * 1024;

/**
 * Identifies a file that is chosen again, so that its upload continues. A file of the same name that was changed differs
 * in its size, its time of change, its beginning or its end, and is uploaded anew.
 */
export async function fingerprintOf(
  file: Blob & { readonly name: string; readonly lastModified?: number },
): Promise<string> {
  const { name, size, lastModified = 0 } = file;
  const parts = [
    new TextEncoder().encode(JSON.stringify([name.normalize('NFC'), size, lastModified])),
    await file.slice(0, HASHED_BYTES).arrayBuffer(),
    await file.slice(Math.max(0, size - HASHED_BYTES)).arrayBuffer(),
  ];
  const hash = await crypto.subtle.digest('SHA-256', await new Blob(parts).arrayBuffer());
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
