import { createHash, randomUUID } from 'node:crypto';
import { random } from './seed.ts';

const TUS = { 'Tus-Resumable': '1.0.0' };
const CHUNK_BYTES = 96 * 1024;

/** A file that was acknowledged as a whole. */
export interface SentFile {
  readonly id: string;
  readonly digest: string;
}

interface Line {
  /** Undefined where nobody answered. */
  readonly ask: (path: string, init: Sent) => Promise<Response | undefined>;
  /** Whether it is still worth asking. */
  readonly goesOn: () => boolean;
}

interface Sent {
  readonly method: string;
  readonly body?: string;
  readonly headers: Record<string, string>;
}

/**
 * Sends a text of some hundred kilobytes as the protocol's client does: asks how far it is, sends the next
 * piece, until all is there. Undefined when everything was over before.
 */
export async function uploadText(
  address: string,
  { ask, goesOn }: Line,
): Promise<SentFile | undefined> {
  const id = randomUUID();
  // Letters, so that it is text and stays as it is.
  const bytes = Buffer.from(random.bytes(random.between(20_000, 170_000)).toString('hex'));
  const encode = (text: string) => Buffer.from(text).toString('base64');
  while (goesOn()) {
    const head = await ask(`${address}/${id}`, { method: 'HEAD', headers: TUS });
    if (head?.status === 404) {
      await ask(address, {
        method: 'POST',
        headers: {
          ...TUS,
          'Upload-Length': String(bytes.byteLength),
          'Upload-Metadata': `id ${encode(id)},name ${encode(`${id}.txt`)}`,
        },
      });
      continue;
    }
    if (head?.status !== 200) continue;
    const offset = Number(head.headers.get('Upload-Offset'));
    if (offset === bytes.byteLength) return { id, digest: digestOf(bytes) };
    await ask(`${address}/${id}`, {
      method: 'PATCH',
      body: bytes.subarray(offset, offset + CHUNK_BYTES).toString(),
      headers: {
        ...TUS,
        'Upload-Offset': String(offset),
        'Content-Type': 'application/offset+octet-stream',
      },
    });
  }
  return undefined;
}

export const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
