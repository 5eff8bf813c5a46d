import { say, sayAny } from '../../platform/say.ts';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { and, eq, isNull } from 'drizzle-orm';
import { files } from '../../conversation/files/tables.server.ts';
import { PREVIEW_SIDES } from '../../conversation/wire/files.ts';
import { change, recordAudit } from '../../platform/change/change.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { isCleaned } from '../../platform/files/pictures/picture-work.ts';
import { removeMetadata } from '../../platform/files/metadata/remove-metadata.server.ts';
import type { PictureAsker } from '../../platform/files/pictures/picture-queue.ts';
import { networksOf } from '../../platform/rate-limit.ts';
import type { FileRow, UploadHost } from './begin-upload.server.ts';
import { findType } from '../../platform/files/find-type.server.ts';
import { ScannerAwayError } from '../../platform/files/scan.server.ts';

/** What is known of a file once it was looked at. */
interface Looked {
  readonly type: string;
  readonly width: number | null;
  readonly height: number | null;
}

/** What is kept of a picture, the original last: whoever finds it finds all of the file. */
const PARTS = [...Object.keys(PREVIEW_SIDES), 'original'];

const RETRY_SECONDS = 10;

const underWay = new Map<string, Promise<void>>();

/**
 * Keeps a file all of whose bytes are here: looks at them, scans them, cleans a picture, puts the
 * result where it stays, and only then says so in its row. What a process that died began, whoever
 * asks next finishes. `read` is for bytes that came by another way than the protocol, `network` where they
 * came from. Throws {@link RefusedError} 422 for what is not kept, which is then forgotten,
 * and 503 while nobody can say what it is.
 */
export function finishUpload(
  host: UploadHost,
  row: FileRow,
  read: () => Promise<Readable> = () => host.files.uploads.read(row.id),
  network?: string,
): Promise<void> {
  const known = underWay.get(row.id);
  if (known) return known;
  const asker = askerOf(row, network);
  const work = finish(host, row, read, asker).finally(() => underWay.delete(row.id));
  underWay.set(row.id, work);
  return work;
}

/** Whoever rents an IPv6 network has thousands of blocks in it, and one turn. */
function askerOf({ isAgent, agentId, conversationId, orderId }: FileRow, network?: string) {
  const [block, , around] = networksOf(network ?? conversationId ?? orderId ?? '');
  return { isTeam: isAgent, share: isAgent ? (agentId ?? '') : (around ?? block) };
}

async function finish(
  host: UploadHost,
  row: FileRow,
  read: () => Promise<Readable>,
  asker: PictureAsker,
): Promise<void> {
  const { files: open, clock } = host;
  const folder = await mkdtemp(join(open.workFolder, 'file-'));
  try {
    const source = join(folder, 'upload');
    // A copy: whoever still writes to the upload changes nothing of what was looked at.
    await pipeline(await read(), createWriteStream(source, { mode: 0o600 }));
    const { size } = await stat(source);
    if (size !== row.declaredSize) throw new Error(`An upload has ${size} bytes and is no whole`);
    const looked = await lookAt(host, row, source, folder, asker);
    const kept = looked.width === null || isDelivered(row) ? source : join(folder, 'original');
    const { size: keptSize } = await stat(kept);
    for (const part of PARTS) {
      if (part !== 'original' && looked.width === null) continue;
      // oxlint-disable-next-line no-await-in-loop -- the original last: then all of it is there
      await open.store.put(row.id, part, part === 'original' ? kept : join(folder, part));
    }
    await change(host, undefined, async (tx) => {
      await tx
        .update(files)
        .set({ ...looked, size: keptSize, storedAt: clock.now() })
        .where(and(eq(files.id, row.id), isNull(files.storedAt)));
    });
    await removeUpload(host, row.id);
  } catch (error) {
    if (error instanceof RefusedError && error.status === 422) await forget(host, row.id);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What the team delivers was bought as it is: the buyer receives the same bytes. */
const isDelivered = ({ purpose }: FileRow) => purpose === 'delivery';

/** The file is kept: what could not be removed of its upload now, the sweep removes after a day. */
async function removeUpload(host: UploadHost, id: string): Promise<void> {
  await host.files.uploads.remove(id).catch((error: unknown) => {
    host.log.warn({ err: error, fileId: id }, 'The pieces of an upload were not removed');
  });
}

/** A delivered picture gets previews where they can be made, and is a file like any other where not. */
async function lookAtDelivered(
  host: UploadHost,
  row: FileRow,
  source: string,
  folder: string,
  type: string,
  asker: PictureAsker,
): Promise<Looked> {
  const none = { type, width: null, height: null };
  if (!isCleaned(type)) return none;
  const answer = await host.files.pictures
    .work(
      { kind: 'clean', source, type, folder, previews: PREVIEW_SIDES, keepsOriginal: true },
      asker,
    )
    .catch((error: unknown) => {
      host.log.warn({ err: error, fileId: row.id }, 'A delivered picture has no previews');
      return undefined;
    });
  return !answer || 'refused' in answer ? none : { type, ...answer };
}

async function lookAt(
  host: UploadHost,
  row: FileRow,
  source: string,
  folder: string,
  asker: PictureAsker,
): Promise<Looked> {
  await refuseInfected(host, row, source);
  const type = await findType(source);
  if (isDelivered(row)) return lookAtDelivered(host, row, source, folder, type, asker);
  const told = await removeMetadata(source, type);
  if (told) throw new RefusedError(422, say(MAY_TELL[told], { name: row.name }), 'file');
  if (!isCleaned(type)) return { type, width: null, height: null };
  const answer = await host.files.pictures
    .work({ kind: 'clean', source, type, folder, previews: PREVIEW_SIDES }, asker)
    .catch((error: unknown) => {
      host.log.warn({ err: error }, 'A picture was not worked on');
      throw new RefusedError(
        503,
        say('“{name}” could not be prepared yet. It is tried again.', { name: row.name }),
        undefined,
        RETRY_SECONDS,
      );
    });
  if (!('refused' in answer)) return { type, ...answer };
  const why = WHY_REFUSED[isKnown(answer.refused) ? answer.refused : 'unreadable'];
  throw new RefusedError(
    422,
    say('“{name}” was not added: {why}.', { name: row.name, why: sayAny(why) }),
    'file',
  );
}

const MAY_TELL = {
  picture:
    '“{name}” was not added: a picture of this kind may tell where it was taken. Please add it as JPEG, or in a ZIP archive if it has to stay as it is.',
  video:
    '“{name}” was not added: a video of this kind may tell where it was taken. Please add it as MP4, or in a ZIP archive if it has to stay as it is.',
} as const;

const WHY_REFUSED = {
  unreadable: 'it could not be read as a picture',
  'too many pixels': 'it has more than 64 million pixels',
  'several pages': 'it has several pages. Please add it as PDF',
  'too long': 'all its frames together have more than 64 million pixels. Please add it as a video',
  'too much memory': 'it would take too much memory or time. Please make it smaller',
  'no photo': 'its pixels are of a kind that is not shown. Please save it as JPEG or PNG',
} as const;

/** What is too small or see-through for a page is a file like any other. */
const isKnown = (why: string): why is keyof typeof WHY_REFUSED => why in WHY_REFUSED;

async function refuseInfected(host: UploadHost, row: FileRow, source: string): Promise<void> {
  if (!host.files.scan) return;
  const found = await host.files.scan(source).catch((error: unknown) => {
    if (!(error instanceof ScannerAwayError)) throw error;
    host.log.error({ err: error }, 'A file waits for the virus scanner');
    throw new RefusedError(
      503,
      say('“{name}” waits to be checked for viruses. It is tried again.', { name: row.name }),
    );
  });
  if (found === undefined) return;
  const { conversationId, orderId, id } = row;
  host.log.warn(
    { conversationId, orderId, fileId: id, found },
    'A file was refused: the scanner found something',
  );
  await recordAudit(host, { member: undefined, requestId: id }, 'file-refused', {
    subject: conversationId ?? orderId ?? '',
    detail: found,
  });
  throw new RefusedError(
    422,
    say('“{name}” was not added: a virus was found in it.', { name: row.name }),
    'file',
  );
}

/** The row goes at once; the database notes that the bytes have to. */
async function forget(host: UploadHost, id: string): Promise<void> {
  await change(host, undefined, async (tx) => {
    await tx.delete(files).where(and(eq(files.id, id), isNull(files.position)));
  });
}

/** Takes back a file that was not sent. Throws {@link RefusedError} 409 once it was. */
export async function cancelUpload(host: UploadHost, row: FileRow): Promise<void> {
  const isGone = await change(host, undefined, async (tx) => {
    const gone = await tx
      .delete(files)
      .where(and(eq(files.id, row.id), isNull(files.position)))
      .returning({ id: files.id });
    return gone.length > 0;
  });
  if (!isGone) throw new RefusedError(409, 'This file was sent already.', 'file');
}
