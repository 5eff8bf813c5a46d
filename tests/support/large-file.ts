import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

export const MEBIBYTE = 1024 * 1024;
export const TUS = { 'Tus-Resumable': '1.0.0' };

/** The headers that begin an upload. */
export function beginUpload(id: string, name: string, bytes: number) {
  const encode = (text: string) => Buffer.from(text).toString('base64');
  return {
    ...TUS,
    'Upload-Length': String(bytes),
    'Upload-Metadata': `id ${encode(id)},name ${encode(name)}`,
  };
}

/** The headers of one request of an upload. */
export const continueUpload = (offset: number) => ({
  ...TUS,
  'Upload-Offset': String(offset),
  'Content-Type': 'application/offset+octet-stream',
});

/** Every block of 8 bytes says where it is, so that no shifted or doubled byte goes unnoticed. */
export function contentOf(from: number, to: number): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(to - from);
  for (let at = 0; at < bytes.length; at += 1) {
    const position = from + at;
    bytes[at] = ((position >> 3) * 2_654_435_761 + (position & 7) * 37) >>> ((position & 3) * 8);
  }
  return bytes;
}

/** The SHA-256 of a file of this many mebibytes. */
export function hashOfContent(mebibytes: number): string {
  const hash = createHash('sha256');
  for (let at = 0; at < mebibytes; at += 1) {
    hash.update(contentOf(at * MEBIBYTE, (at + 1) * MEBIBYTE));
  }
  return hash.digest('hex');
}

/** The most memory that a process has used so far, in MiB. */
export function peakOf(pid: number | undefined): number {
  const status = pid === undefined ? '' : readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024);
}
