import { say } from '../../../platform/say.ts';
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { UploadPlace } from '../../../chat/server/files/upload-place.server.ts';
import { sayEmpty, sayFileCount, sayTooLarge } from '../../../chat/protocol/files.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { refuseWithoutRoom } from '../../../platform/files/refuse-without-room.server.ts';
import { limitsOf } from '../open-files.server.ts';
import { beginUpload, toFileName, type UploadHost } from './begin-upload.server.ts';
import { finishUpload } from './finish-upload.server.ts';
import { readParts } from './multipart.server.ts';

/** The limit for all text fields together, equal to that of a form without files. */
const TEXT_BYTES = 64 * 1024;
const TOO_LARGE = 'That is too large to send.';
const NO_LENGTH = 'This form must say how long it is.';

/** The text fields of a form, plus a `file` field with the id of each stored file. */
export interface TakenForm {
  readonly fields: URLSearchParams;
  /** Messages for the sender about files that were not stored. */
  readonly problems: readonly string[];
}

interface CameFile {
  readonly name: string;
  readonly size: number;
  readonly path: string;
}

interface FormRequest {
  readonly body: AsyncIterable<Uint8Array>;
  readonly boundary: string;
  readonly length: number | undefined;
}

/**
 * Receives a plain form with files, for browsers without JavaScript. Files are written to disk first, and then
 * pass the same limits and checks as uploads. Throws {@link RefusedError}: 400, 411 or 413 for the form, and
 * the errors of the upload target.
 */
export async function takeForm(
  host: UploadHost,
  place: UploadPlace,
  { body, boundary, length }: FormRequest,
): Promise<TakenForm> {
  const limits = limitsOf(host.settings);
  if (length === undefined) throw new RefusedError(411, NO_LENGTH);
  if (length > limits.maxCount * limits.maxBytes + TEXT_BYTES * 2) {
    throw new RefusedError(413, TOO_LARGE);
  }
  await place.requireWriter(host.db);
  await refuseWithoutRoom(host.files.store, length);
  const folder = await mkdtemp(join(host.files.workFolder, 'form-'));
  try {
    const fields = new URLSearchParams();
    const problems: string[] = [];
    const came: CameFile[] = [];
    let texts = 0;
    for await (const part of readParts(body, boundary)) {
      if (part.fileName === undefined) {
        const text = await readText(part.bytes, TEXT_BYTES - texts);
        texts += text.length + part.name.length;
        fields.append(part.name, text.toString('utf8'));
      } else if (part.fileName !== '') {
        const name = toFileName(part.fileName);
        const path = join(folder, String(came.length));
        const isFull = came.length >= limits.maxCount;
        const size = isFull ? 0 : await writeAtMost(part.bytes, path, limits.maxBytes);
        if (isFull) problems.push(sayTooMany(name, limits.maxCount));
        else if (size === undefined) problems.push(sayTooLarge(name, limits));
        else if (size === 0) problems.push(sayEmpty(name));
        else came.push({ name, size, path });
      }
    }
    // Files are processed only after the whole form was received, so that slow picture work does not stall the
    // upload.
    for (const file of came) {
      const kept = await keep(host, place, file);
      if ('problem' in kept) problems.push(kept.problem);
      else fields.append('file', kept.id);
    }
    return { fields, problems };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function keep(
  host: UploadHost,
  place: UploadPlace,
  { name, size, path }: CameFile,
): Promise<{ readonly id: string } | { readonly problem: string }> {
  try {
    const row = await beginUpload(host, place, { id: randomUUID(), name, size });
    await finishUpload(host, row, () => Promise.resolve(createReadStream(path)), place.network);
    return { id: row.id };
  } catch (error) {
    if (!(error instanceof RefusedError) || error.status === 404) throw error;
    return { problem: error.message };
  }
}

async function readText(bytes: AsyncIterable<Buffer>, most: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of bytes) {
    length += piece.length;
    if (length > most) throw new RefusedError(413, TOO_LARGE);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** Returns the written size, or `undefined` if the limit was exceeded; the file is then removed. */
async function writeAtMost(
  bytes: AsyncIterable<Buffer>,
  path: string,
  most: number,
): Promise<number | undefined> {
  let size = 0;
  await pipeline(
    async function* () {
      for await (const piece of bytes) {
        size += piece.length;
        // Reading the next part skips the rest of this one.
        if (size > most) return;
        yield piece;
      }
    },
    createWriteStream(path, { mode: 0o600 }),
  );
  if (size <= most) return size;
  await rm(path, { force: true });
  return undefined;
}

function sayTooMany(name: string, most: number): string {
  return say('“{name}” was not added. Up to {sayFileCount} can be sent at once.', {
    name,
    sayFileCount: sayFileCount(most),
  });
}
