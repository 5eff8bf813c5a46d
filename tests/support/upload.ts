import { randomUUID } from 'node:crypto';
import type { LiveServer } from './live-server.ts';

export interface UploadAs {
  readonly server: Pick<LiveServer, 'ask'>;
  readonly side?: 'chat' | 'agentchat';
  readonly conversationId: string;
  readonly cookie: string;
  /** Where files are added, if it is no conversation. */
  readonly address?: string;
}

export interface UploadedFile {
  readonly id?: string;
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const TUS = { 'Tus-Resumable': '1.0.0' };

const base = ({ side = 'chat', conversationId, address }: UploadAs) =>
  address ?? `/${side}/conversations/${conversationId}/files`;

/** Begins a file as the protocol's client does. */
export function begin(
  as: UploadAs,
  id: string,
  name: string,
  size: number,
  fingerprint?: string,
): Promise<Response> {
  const encode = (text: string) => Buffer.from(text).toString('base64');
  return as.server.ask(base(as), {
    method: 'POST',
    cookie: as.cookie,
    headers: {
      ...TUS,
      'Upload-Length': String(size),
      'Upload-Metadata': [
        `id ${encode(id)}`,
        `name ${encode(name)}`,
        ...(fingerprint === undefined ? [] : [`fingerprint ${encode(fingerprint)}`]),
      ].join(','),
    },
  });
}

/** Sends a piece of it from there on. */
export function sendChunk(
  as: UploadAs,
  id: string,
  offset: number,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Response> {
  return as.server.ask(`${base(as)}/${id}`, {
    method: 'PATCH',
    cookie: as.cookie,
    body: bytes,
    headers: {
      ...TUS,
      'Upload-Offset': String(offset),
      'Content-Type': 'application/offset+octet-stream',
    },
  });
}

/** Asks how far it is. */
export function askOffset(as: UploadAs, id: string): Promise<Response> {
  return as.server.ask(`${base(as)}/${id}`, { method: 'HEAD', cookie: as.cookie, headers: TUS });
}

export function abortUpload(as: UploadAs, id: string): Promise<Response> {
  return as.server.ask(`${base(as)}/${id}`, { method: 'DELETE', cookie: as.cookie, headers: TUS });
}

/** All of it at once; the answer to the last piece, or to the first that was refused. */
export async function upload(
  as: UploadAs,
  { id = randomUUID(), name, bytes }: UploadedFile,
): Promise<{ readonly id: string; readonly answer: Response }> {
  const begun = await begin(as, id, name, bytes.byteLength);
  if (begun.status !== 201) return { id, answer: begun };
  return { id, answer: await sendChunk(as, id, 0, bytes) };
}

/** Sends a message that carries these files. */
export function sendWith(
  as: UploadAs,
  fileIds: readonly string[],
  text = '',
  clientId: string = randomUUID(),
): Promise<Response> {
  return as.server.ask(`/${as.side ?? 'chat'}/conversations/${as.conversationId}/messages`, {
    method: 'POST',
    cookie: as.cookie,
    body: JSON.stringify({ clientId, text, fileIds }),
    headers: { 'Content-Type': 'application/json' },
  });
}
