import { t, msg } from '../../../i18n/translate.ts';
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { UploadPlace } from '../../../chat/server/files/upload-place.server.ts';
import { describeEmptyFile, describeTooLargeFile } from '../../../chat/protocol/files.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { refuseWithoutSpace } from '../../../platform/files/upload-quota.server.ts';
import { limitsOf } from '../open-files.server.ts';
import { beginUpload, toFileName, type UploadContext } from './begin-upload.server.ts';
import { finishUpload } from './finish-upload.server.ts';
import { readParts } from './multipart.server.ts';

/** The limit for all text fields together, equal to that of a form without files. */
const TEXT_BYTES = 64 * 1024;
const TOO_LARGE = msg('This is too large to send.');
const NO_LENGTH = msg('The request must state its length.');

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
  appContext: UploadContext,
  place: UploadPlace,
  { body, boundary, length }: FormRequest,
): Promise<TakenForm> {
  const limits = limitsOf(appContext.settings);
  if (length === undefined) throw new RefusedError(411, t(NO_LENGTH));
  if (length > limits.maxCount * limits.maxBytes + TEXT_BYTES * 2) {
    throw new RefusedError(413, t(TOO_LARGE));
  }
  await place.requireWriter(appContext.db);
  await refuseWithoutSpace(appContext.files.store, length);
  const folder = await mkdtemp(join(appContext.files.workFolder, 'form-'));
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
        if (isFull) problems.push(describeTooManyFiles(name, limits.maxCount));
        else if (size === undefined) problems.push(describeTooLargeFile(name, limits));
        else if (size === 0) problems.push(describeEmptyFile(name));
        else came.push({ name, size, path });
      }
    }
    // Files are processed only after the whole form was received, so that slow picture work does not stall the
    // upload.
    for (const file of came) {
      const saved = await keep(appContext, place, file);
      if ('problem' in saved) problems.push(saved.problem);
      else fields.append('file', saved.id);
    }
    return { fields, problems };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function keep(
  appContext: UploadContext,
  place: UploadPlace,
  { name, size, path }: CameFile,
): Promise<{ readonly id: string } | { readonly problem: string }> {
  try {
    const row = await beginUpload(appContext, place, { id: randomUUID(), name, size });
    await finishUpload(appContext, row, (target) => rename(path, target), place.network);
    return { id: row.id };
  } catch (error) {
    if (!(error instanceof RefusedError) || error.status === 404) throw error;
    return { problem: error.message };
  }
}

async function readText(bytes: AsyncIterable<Buffer>, most: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    length += chunk.length;
    if (length > most) throw new RefusedError(413, t(TOO_LARGE));
    pieces.push(chunk);
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
      for await (const chunk of bytes) {
        size += chunk.length;
        // Reading the next part skips the rest of this one.
        if (size > most) return;
        yield chunk;
      }
    },
    createWriteStream(path, { mode: 0o600 }),
  );
  if (size <= most) return size;
  await rm(path, { force: true });
  return undefined;
}

function describeTooManyFiles(name: string, most: number): string {
  return t(
    "“{name}” wasn't added. Up to {count, plural, one {# file} other {# files}} can be sent at once.",
    { name, count: most },
  );
}
