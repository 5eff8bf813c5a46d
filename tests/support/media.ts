import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import type { UploadKind } from '../../app/catalogue/protocol/limits.ts';
import type { LiveServer } from './live-server.ts';

const TUS = { 'Tus-Resumable': '1.0.0' };

export interface MediaAs {
  readonly server: Pick<LiveServer, 'ask'>;
  readonly cookie: string;
}

export interface MediaFile {
  readonly kind?: UploadKind;
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** What is said of its size where that is not so. */
  readonly declared?: number;
}

/** A photo of one colour, which stands on its side and tells where it was taken. */
export async function photoOf(
  width = 1200,
  height = 800,
  background = '#2540e0',
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await sharp({ create: { width: height, height: width, channels: 3, background } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'Elena' }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  return new Uint8Array(bytes);
}

/** Sends a file as the form does; the answer says what became of it, or to the first thing that was refused. */
export async function addMedia(
  { server, cookie }: MediaAs,
  { kind = 'photo', name, bytes, declared = bytes.byteLength }: MediaFile,
): Promise<Response> {
  const id = randomUUID();
  const encode = (text: string) => Buffer.from(text).toString('base64');
  const address = `/team/catalogue/uploads/${kind}`;
  const begun = await server.ask(address, {
    method: 'POST',
    cookie,
    headers: {
      ...TUS,
      'Upload-Length': String(declared),
      'Upload-Metadata': `id ${encode(id)},name ${encode(name)}`,
    },
  });
  if (begun.status !== 201) return begun;
  const sent = await server.ask(`${address}/${id}`, {
    method: 'PATCH',
    cookie,
    body: bytes,
    headers: {
      ...TUS,
      'Upload-Offset': '0',
      'Content-Type': 'application/offset+octet-stream',
    },
  });
  if (sent.status !== 204) return sent;
  return server.ask('/team/catalogue/media', {
    method: 'POST',
    cookie,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ kind, id, name }),
  });
}
