import { msg, t } from '../../../i18n/translate.ts';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq, isNull } from 'drizzle-orm';
import { files } from '../../../chat/server/files/tables.server.ts';
import { MEBIBYTE, PREVIEW_SIDES } from '../../../chat/protocol/files.ts';
import { change, recordAudit } from '../../../platform/change/change.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { isCleaned } from '../../../platform/files/pictures/picture-work.ts';
import { removeMetadata } from '../../../platform/files/metadata/remove-metadata.server.ts';
import type { Requester } from '../../../platform/work-queue.server.ts';
import { networksOf } from '../../../platform/rate-limit.ts';
import type { FileRow, UploadContext } from './begin-upload.server.ts';
import { findType } from '../../../platform/files/find-type.server.ts';
import { AboveScannerLimitError, ScannerAwayError } from '../../../platform/files/scan.server.ts';
import { storedText } from '../../../platform/stored-message.ts';
import { fileNotice } from '../../../chat/protocol/mail-notices.ts';

interface Looked {
  readonly type: string;
  readonly width: number | null;
  readonly height: number | null;
}

/** The original is stored last: if the original exists, all parts of the file exist. */
const PARTS = [...Object.keys(PREVIEW_SIDES), 'original'];

const RETRY_SECONDS = 10;
const ABOVE_SCANNER_LIMIT = msg(
  '“{name}” wasn’t added: it is larger than the virus scanner accepts.',
);

const inProgress = new Map<string, Promise<void>>();

/**
 * Validates, scans and stores a complete upload, and marks its row as stored last, so that a retry can finish
 * after a crash. `copyTo` replaces the tus bytes. Throws {@link RefusedError} 422 for a rejected file, which is
 * deleted, and 503 while the scanner or the file store is away.
 */
export function finishUpload(
  appContext: UploadContext,
  row: FileRow,
  copyTo: (path: string) => Promise<void> = (path) => appContext.files.uploads.copy(row.id, path),
  network?: string,
): Promise<void> {
  const known = inProgress.get(row.id);
  if (known) return known;
  const asker = askerOf(row, network);
  const work = finish(appContext, row, copyTo, asker).finally(() => inProgress.delete(row.id));
  inProgress.set(row.id, work);
  return work;
}

/** The renter of an IPv6 network has thousands of blocks, but counts as one in the queue. */
function askerOf(
  { isAgent, agentId, conversationId, orderId, formKey }: FileRow,
  network?: string,
) {
  const [block, , around] = networksOf(network ?? conversationId ?? orderId ?? formKey ?? '');
  return { isTeam: isAgent, share: isAgent ? (agentId ?? '') : (around ?? block) };
}

async function finish(
  appContext: UploadContext,
  row: FileRow,
  copyTo: (path: string) => Promise<void>,
  asker: Requester,
): Promise<void> {
  const { files: open, clock } = appContext;
  const folder = await mkdtemp(join(open.workFolder, 'file-'));
  try {
    const source = join(folder, 'upload');
    // The bytes are copied first, so that a client that still writes cannot change a file that was already
    // checked.
    await copyTo(source);
    const { size } = await stat(source);
    if (size !== row.declaredSize)
      throw new Error(`The upload is incomplete: it has ${size} bytes`);
    const looked = await lookAt(appContext, row, source, folder, asker);
    const saved = looked.width === null || isDelivered(row) ? source : join(folder, 'original');
    const { size: storedSize } = await stat(saved);
    for (const part of PARTS) {
      if (part !== 'original' && looked.width === null) continue;
      // oxlint-disable-next-line no-await-in-loop -- the original last: then all of it is there
      await open.store
        .put(row.id, part, part === 'original' ? saved : join(folder, part))
        .catch((error: unknown) => refuseForNow(appContext, row, error));
    }
    await change(appContext, undefined, async (tx) => {
      await tx
        .update(files)
        .set({ ...looked, size: storedSize, storedAt: clock.now(), awaitsBytes: false })
        .where(and(eq(files.id, row.id), isNull(files.storedAt)));
    });
    await removeUpload(appContext, row.id);
  } catch (error) {
    if (error instanceof RefusedError && error.status === 422) await forget(appContext, row.id);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The buyer of a delivery receives the same bytes that the team uploaded. */
const isDelivered = ({ purpose }: FileRow) => purpose === 'delivery';

/** A failure is only logged, because the file is stored already. A scheduled job removes old uploads after a day. */
async function removeUpload(appContext: UploadContext, id: string): Promise<void> {
  await appContext.files.uploads.remove(id).catch((error: unknown) => {
    appContext.log.warn({ err: error, fileId: id }, 'Could not remove the parts of an upload');
  });
}

/** A delivered picture gets previews if possible, and is kept as an ordinary file otherwise. */
async function lookAtDelivered(
  appContext: UploadContext,
  row: FileRow,
  source: string,
  folder: string,
  type: string,
  asker: Requester,
): Promise<Looked> {
  const none = { type, width: null, height: null };
  if (!isCleaned(type)) return none;
  const answer = await appContext.files.pictures
    .work(
      { kind: 'clean', source, type, folder, previews: PREVIEW_SIDES, keepsOriginal: true },
      asker,
    )
    .catch((error: unknown) => {
      appContext.log.warn(
        { err: error, fileId: row.id },
        'Could not create previews of a delivered picture',
      );
      return undefined;
    });
  return !answer || 'refused' in answer ? none : { type, ...answer };
}

async function lookAt(
  appContext: UploadContext,
  row: FileRow,
  source: string,
  folder: string,
  asker: Requester,
): Promise<Looked> {
  await refuseInfected(appContext, row, source);
  const type = await findType(source);
  if (isDelivered(row)) return lookAtDelivered(appContext, row, source, folder, type, asker);
  const told = await removeMetadata(source, type, (work) =>
    appContext.files.pictures.inTurn(asker, work),
  ).catch((error: unknown) => refuseForNow(appContext, row, error));
  if (told) throw new RefusedError(422, fileNotice(TELLS_PLACE[told], { name: row.name }), 'file');
  if (!isCleaned(type)) return { type, width: null, height: null };
  const answer = await appContext.files.pictures
    .work({ kind: 'clean', source, type, folder, previews: PREVIEW_SIDES }, asker)
    .catch((error: unknown) => refuseForNow(appContext, row, error));
  if (!('refused' in answer)) return { type, ...answer };
  const why = WHY_REFUSED[isKnown(answer.refused) ? answer.refused : 'unreadable'];
  throw new RefusedError(422, fileNotice(why, { name: row.name }), 'file');
}

function refuseForNow({ log }: UploadContext, { id, name }: FileRow, error: unknown): never {
  log.warn({ err: error, fileId: id }, 'Could not process or store a file');
  throw new RefusedError(
    503,
    t("“{name}” couldn't be processed yet. It will be retried automatically.", { name }),
    undefined,
    RETRY_SECONDS,
  );
}

const TELLS_PLACE = {
  picture: 'files.tells-place-of-picture',
  video: 'files.tells-place-of-video',
} as const;

const WHY_REFUSED = {
  unreadable: 'files.unreadable',
  'too many pixels': 'files.too-many-pixels',
  'several pages': 'files.several-pages',
  'too long': 'files.too-many-frames',
  'too much memory': 'files.too-much-memory',
  'no photo': 'files.no-photo',
} as const;

/** Reasons that are not listed here concern photos of pages only; such a picture stays an ordinary file. */
const isKnown = (why: string): why is keyof typeof WHY_REFUSED => why in WHY_REFUSED;

async function refuseInfected(
  appContext: UploadContext,
  row: FileRow,
  source: string,
): Promise<void> {
  if (!appContext.files.scan) return;
  const { scannerMaxMib } = appContext.settings;
  if (isDelivered(row) && row.declaredSize > (scannerMaxMib ?? Infinity) * MEBIBYTE) {
    const { id, orderId, declaredSize } = row;
    appContext.log.warn(
      { orderId, fileId: id, bytes: declaredSize },
      'A delivered file is larger than the virus scanner accepts, and is stored without a scan',
    );
    return;
  }
  const found = await appContext.files.scan(source).catch((error: unknown) => {
    if (error instanceof AboveScannerLimitError) {
      appContext.log.error({ err: error }, 'A file is larger than the virus scanner accepts');
      throw new RefusedError(422, t(ABOVE_SCANNER_LIMIT, { name: row.name }), 'file');
    }
    if (!(error instanceof ScannerAwayError)) throw error;
    appContext.log.error({ err: error }, 'A file is waiting for the virus scanner');
    throw new RefusedError(
      503,
      t('“{name}” is waiting to be checked for viruses. The check will be retried automatically.', {
        name: row.name,
      }),
    );
  });
  if (found === undefined) return;
  const { conversationId, orderId, id } = row;
  appContext.log.warn(
    { conversationId, orderId, fileId: id, found },
    'The virus scanner rejected a file',
  );
  await recordAudit(appContext, { member: undefined, requestId: id }, 'file-refused', {
    subject: conversationId ?? orderId ?? '',
    detail: storedText(found),
  });
  throw new RefusedError(422, fileNotice('files.infected', { name: row.name }), 'file');
}

/** The row is deleted at once. A database trigger notes that the bytes must be removed. */
async function forget(appContext: UploadContext, id: string): Promise<void> {
  await change(appContext, undefined, async (tx) => {
    await tx.delete(files).where(and(eq(files.id, id), isNull(files.position)));
  });
}

/** Deletes a file that was not sent yet. Throws {@link RefusedError} 409 if it was sent. */
export async function cancelUpload(appContext: UploadContext, row: FileRow): Promise<void> {
  const isGone = await change(appContext, undefined, async (tx) => {
    const gone = await tx
      .delete(files)
      .where(and(eq(files.id, row.id), isNull(files.position)))
      .returning({ id: files.id });
    return gone.length > 0;
  });
  if (!isGone) throw new RefusedError(409, t('This file has already been sent.'), 'file');
}
