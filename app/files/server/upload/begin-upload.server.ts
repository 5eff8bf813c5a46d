import { msg, t } from '../../../i18n/translate.ts';
import { hash } from 'node:crypto';
import { and, count, eq, gt, isNotNull, isNull, lte, or, sql, sum } from 'drizzle-orm';
import { deletedFiles, files } from '../../../chat/server/files/tables.server.ts';
import {
  isOwn,
  type FileOwner,
  type UploadPlace,
} from '../../../chat/server/files/upload-place.server.ts';
import { conversations } from '../../../chat/server/tables.server.ts';
import { FILE_NAME_MAX_LENGTH, MEBIBYTE } from '../../../chat/protocol/files.ts';
import { change, type ChangeContext } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { networksOf } from '../../../platform/rate-limit.ts';
import {
  refuseWithoutSpace,
  takeUploadQuota,
  type UploadSource,
} from '../../../platform/files/upload-quota.server.ts';
import { toLine } from '../../../platform/shown-text.ts';
import { limitsAt, type Files, type FileSettings } from '../open-files.server.ts';
import { fileNotice } from '../../../chat/protocol/mail-notices.ts';

const HOUR_MS = 60 * 60 * 1000;
/** Limits the number of files too, because small files still cost rows and names. */
const FILES_PER_HOUR = 200;
/** The length of a file name as received in a header, before it is shortened. */
const LONGEST_NAME_SENT = 4000;
const TOO_MUCH_FOR_ORDER = msg('This order has reached its hourly upload limit. Try again later.');
const NO_SUCH_FILE = msg("This file isn't available.");
const STILL_GOING = msg('This file is still being removed. Try again in a moment.');
const OTHER_FILE = msg('Another file already has this ID. Add the file again.');

/** Rows of unsent files are cheap, but their number must be limited as well. */
const UNSENT_FILES = 2000;
/** The share of these limits for one network, so that no network can refuse the files of the others. */
const SHARE_OF_NETWORK = 0.1;
/** An advisory lock that all processes share, so that concurrent uploads cannot all pass the same limit. */
const UNSENT_LOCK = 4_307_221;
const RETRY_UNSENT_SECONDS = 300;
const TOO_MUCH_UNSENT = msg(
  'Too many files are waiting to be sent here. Try again in a few minutes.',
);

export interface UploadContext extends ChangeContext {
  readonly files: Files;
  readonly settings: FileSettings;
}

export interface NewFile {
  /** The id is chosen by the client and is an idempotency key: starting the same upload again creates nothing new. */
  readonly id: string;
  readonly name: string;
  readonly size: number;
  /** The hash by which the sender's browser recognises the file when it is chosen again. */
  readonly fingerprint?: string | undefined;
  /** True if the bytes come with later requests. */
  readonly awaitsBytes?: boolean;
}

export type FileRow = typeof files.$inferSelect;

export async function beginUpload(
  appContext: UploadContext,
  place: UploadPlace,
  file: NewFile,
): Promise<FileRow> {
  const name = toFileName(file.name);
  const limits = limitsAt(appContext.settings, place.owner);
  if (file.size === 0) throw new RefusedError(400, fileNotice('files.empty', { name }), 'file');
  if (file.size > limits.maxBytes)
    throw new RefusedError(
      413,
      fileNotice('files.too-large', { name, maxBytes: limits.maxBytes }),
      'file',
    );
  await refuseWithoutSpace(appContext.files.store, file.size + (await announcedBytes(appContext)));
  return change(appContext, undefined, async (tx) => {
    await place.requireWriter(tx);
    const [known] = await tx.select().from(files).where(eq(files.id, file.id));
    if (known) {
      const isSame =
        isOwn(known, place.owner) && known.declaredSize === file.size && known.storedAt === null;
      if (isSame) return known;
      throw new RefusedError(409, t(OTHER_FILE), 'file');
    }
    if (await tx.$count(deletedFiles, eq(deletedFiles.id, file.id))) {
      throw new RefusedError(503, t(STILL_GOING), 'file');
    }
    // Uploads of one target run one after the other, so that concurrent uploads cannot all pass the same limit.
    await place.holdPlace(tx, file.size);
    await refuseTooMuch(tx, appContext, place.owner, file.size);
    const hourly = hourlyLimits(appContext.settings, place.owner);
    await takeUploadQuota(tx, appContext.clock, hourly, sourceOf(place), file.size);
    const network = place.network === undefined ? null : hashNetwork(place.network);
    if (network !== null && !isLarge(appContext.settings, place.owner, file.size))
      await refuseTooMuchUnsent(tx, appContext, place.owner, network, file.size);
    const [row] = await tx
      .insert(files)
      .values({
        ...place.owner,
        id: file.id,
        name,
        declaredSize: file.size,
        fingerprint: file.fingerprint ?? null,
        network,
        awaitsBytes: file.awaitsBytes ?? false,
        createdAt: appContext.clock.now(),
      })
      .onConflictDoNothing()
      .returning();
    if (!row) throw new RefusedError(409, t(OTHER_FILE), 'file');
    return row;
  });
}

/** Notes that the first byte of an announced file is on its way. Throws {@link RefusedError} 404 if it was forgotten. */
export async function noteArrival(appContext: ChangeContext, id: string): Promise<void> {
  const [row] = await change(appContext, undefined, (tx) =>
    tx
      .update(files)
      .set({ awaitsBytes: false })
      .where(eq(files.id, id))
      .returning({ id: files.id }),
  );
  if (!row) throw new RefusedError(404, t(NO_SUCH_FILE));
}

/** Returns the row of a file that the asking person added at this target. Throws 404 otherwise. */
export async function requireOwnFile(
  db: Database,
  { owner }: UploadPlace,
  id: string,
): Promise<FileRow> {
  const [row] = await db.select().from(files).where(eq(files.id, id));
  if (row && isOwn(row, owner)) return row;
  throw new RefusedError(404, t(NO_SUCH_FILE));
}

/** Normalises a file name: a single line, no path and no characters that change the text direction. */
export function toFileName(name: string): string {
  const base = name.replaceAll('\\', '/').split('/').at(-1) ?? '';
  const line = toLine(base, LONGEST_NAME_SENT);
  if (line === '' || /^\.+$/.test(line)) return 'file';
  const letters = Array.from(line);
  if (letters.length <= FILE_NAME_MAX_LENGTH) return line;
  // The file extension survives shortening, because programs choose by it how to open the file.
  const [ending = ''] = /\.[\p{L}\p{N}]{1,12}$/u.exec(line) ?? [];
  const saved = FILE_NAME_MAX_LENGTH - Array.from(ending).length;
  return letters.slice(0, saved).join('') + ending;
}

export function sourceOf({ owner, network }: UploadPlace): UploadSource {
  if (owner.isAgent) return { kind: 'member', id: owner.agentId ?? '' };
  return network === undefined ? { kind: 'email' } : { kind: 'network', block: network };
}

/** A file that only orders take. Its buyer has paid, and the limit of the order replaces that of strangers. */
function isLarge(settings: FileSettings, { orderId }: FileOwner, size: number): boolean {
  return orderId !== null && size > settings.fileMaxMib * MEBIBYTE;
}

/** Hourly limits that are meant for small files would refuse the first large file of an order. */
function hourlyLimits(settings: FileSettings, { orderId }: FileOwner): FileSettings {
  const { fileMaxMib, orderFileMaxMib, orderFilesMib } = settings;
  if (orderId === null || orderFileMaxMib <= fileMaxMib) return settings;
  const atLeast = (mib: number) => Math.max(mib, orderFileMaxMib);
  return {
    ...settings,
    filesPerHourMib: Math.max(settings.filesPerHourMib, orderFilesMib),
    networkFilesPerHourMib: atLeast(settings.networkFilesPerHourMib),
    memberFilesPerHourMib: atLeast(settings.memberFilesPerHourMib),
  };
}

/**
 * The bytes of unfinished uploads to orders, which may still arrive, so that they must fit on the disk too. Announcements
 * of strangers do not count: they could refuse everybody else's files.
 */
async function announcedBytes({ db }: UploadContext): Promise<number> {
  const [row] = await db
    .select({ bytes: sum(files.declaredSize) })
    .from(files)
    .where(and(isNull(files.position), isNull(files.storedAt), isNotNull(files.orderId)));
  return Number(row?.bytes ?? 0);
}

/** The renter of an IPv6 network has thousands of blocks, but counts as one network. */
function hashNetwork(network: string): string {
  const [block, , around] = networksOf(network);
  return hash('sha256', `unsent-files ${around ?? block}`, 'base64url');
}

/**
 * Limits the unsent files of all visitors together, and of each network to a tenth, but at least one file.
 * Answered chats and orders have twice the limits, so that strangers cannot block them. Throws
 * {@link RefusedError} 507.
 */
async function refuseTooMuchUnsent(
  tx: Database,
  { settings }: UploadContext,
  { conversationId, orderId }: FileOwner,
  network: string,
  size: number,
): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${UNSENT_LOCK})`);
  const [unsent] = await tx
    .select({
      bytes: sum(files.declaredSize),
      number: count(),
      bytesOfNetwork: sql`sum(${files.declaredSize}) filter (where ${files.network} = ${network})`,
      numberOfNetwork: sql`count(*) filter (where ${files.network} = ${network})`,
    })
    .from(files)
    .where(
      and(
        isNull(files.position),
        eq(files.isAgent, false),
        or(isNull(files.orderId), lte(files.declaredSize, settings.fileMaxMib * MEBIBYTE)),
      ),
    );
  const isKnown =
    orderId !== null ||
    (conversationId !== null &&
      (await tx.$count(
        conversations,
        and(eq(conversations.id, conversationId), isNotNull(conversations.firstAnsweredAt)),
      )) > 0);
  const times = isKnown ? 2 : 1;
  const mostBytes = settings.unsentFilesMib * MEBIBYTE * times;
  const mostFiles = UNSENT_FILES * times;
  const mostBytesOfNetwork = Math.max(mostBytes * SHARE_OF_NETWORK, size);
  if (
    Number(unsent?.bytes ?? 0) + size > mostBytes ||
    Number(unsent?.bytesOfNetwork ?? 0) + size > mostBytesOfNetwork ||
    (unsent?.number ?? 0) >= mostFiles ||
    Number(unsent?.numberOfNetwork ?? 0) >= mostFiles * SHARE_OF_NETWORK
  ) {
    throw new RefusedError(507, t(TOO_MUCH_UNSENT), 'file', RETRY_UNSENT_SECONDS);
  }
}

async function refuseTooMuch(
  tx: Database,
  { clock, settings }: UploadContext,
  owner: FileOwner,
  size: number,
): Promise<void> {
  const [latest] = await tx
    .select({ bytes: sum(files.declaredSize), number: count() })
    .from(files)
    .where(and(isAt(owner), gt(files.createdAt, new Date(clock.now().getTime() - HOUR_MS))));
  const bytes = Number(latest?.bytes ?? 0) + size;
  const isTooMuch = bytes > hourlyLimits(settings, owner).filesPerHourMib * MEBIBYTE;
  if (isTooMuch || (latest?.number ?? 0) >= FILES_PER_HOUR) {
    throw new RefusedError(
      429,
      owner.conversationId === null ? t(TOO_MUCH_FOR_ORDER) : fileNotice('files.chat-limit'),
    );
  }
}

function isAt({ conversationId, orderId, formKey }: FileOwner) {
  if (conversationId !== null) return eq(files.conversationId, conversationId);
  return formKey === null ? eq(files.orderId, orderId ?? '') : eq(files.formKey, formKey);
}
