import { msg, t } from '../../i18n/translate.ts';
import { and, gt, inArray, lt, min, sql, sum } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.server.ts';
import { deleteSome } from '../db/delete-some.server.ts';
import { RefusedError } from '../errors.ts';
import { bucketsOf } from '../rate-limit.ts';
import type { Settings } from '../settings.server.ts';
import { uploadUsage } from './tables.server.ts';
import type { FileStore } from './store/file-store.server.ts';
import { uploadNotice } from './upload-notices.ts';

const MEBIBYTE = 1024 * 1024;
const HOUR_MS = 60 * 60 * 1000;
const SLOT_MS = 5 * 60 * 1000;

export type UploadSource =
  | { readonly kind: 'network'; readonly block: string }
  | { readonly kind: 'member'; readonly id: string }
  /** The sender's network is unknown: the email comes from the mail server. */
  | { readonly kind: 'email' };

export type QuotaSettings = Pick<Settings, 'networkFilesPerHourMib' | 'memberFilesPerHourMib'>;

const TOO_MUCH = {
  network: () =>
    t(
      'Your network has reached its hourly upload limit. Try again later, or send a link to the file.',
    ),
  member: () => t("You've reached your hourly upload limit. Try again later."),
  email: () => uploadNotice('uploads.too-many-by-email'),
} as const;

/**
 * Counts an upload before its first byte arrives. An IPv6 address also counts for the surrounding
 * networks, as in the other rate limits. Throws {@link RefusedError} 429 with the delay until quota
 * is free again.
 */
export async function takeUploadQuota(
  tx: Database,
  clock: Clock,
  settings: QuotaSettings,
  source: UploadSource,
  bytes: number,
): Promise<void> {
  const now = clock.now().getTime();
  const slot = new Date(Math.floor(now / SLOT_MS) * SLOT_MS);
  const buckets = bucketsOf(limitOf(settings, source), keyOf(source))
    // A fixed order of rows keeps two concurrent uploads from a deadlock.
    .toSorted((one, other) => (one.id < other.id ? -1 : 1));
  await tx
    .insert(uploadUsage)
    .values(buckets.map(({ id }) => ({ bucket: id, slot, bytes })))
    .onConflictDoUpdate({
      target: [uploadUsage.bucket, uploadUsage.slot],
      set: { bytes: sql`${uploadUsage.bytes} + excluded.bytes` },
    });
  const used = await tx
    .select({
      bucket: uploadUsage.bucket,
      bytes: sum(uploadUsage.bytes),
      since: min(uploadUsage.slot),
    })
    .from(uploadUsage)
    .where(
      and(
        inArray(
          uploadUsage.bucket,
          buckets.map(({ id }) => id),
        ),
        gt(uploadUsage.slot, new Date(now - HOUR_MS)),
      ),
    )
    .groupBy(uploadUsage.bucket);
  const full = used.filter(({ bucket, bytes: sumOf }) => {
    const most = buckets.find(({ id }) => id === bucket)?.burst ?? 0;
    return Number(sumOf) > most;
  });
  if (full.length === 0) return;
  const freeAt = Math.max(...full.map(({ since }) => (since ?? slot).getTime() + HOUR_MS));
  const seconds = Math.max(1, Math.ceil((freeAt - now) / 1000));
  throw new RefusedError(429, TOO_MUCH[source.kind](), 'file', seconds);
}

export async function forgetUploadUsage(tx: Database, clock: Clock): Promise<number> {
  return deleteSome(
    tx,
    uploadUsage,
    lt(uploadUsage.slot, new Date(clock.now().getTime() - HOUR_MS)),
  );
}

function limitOf(settings: QuotaSettings, { kind }: UploadSource) {
  const mib = kind === 'network' ? settings.networkFilesPerHourMib : settings.memberFilesPerHourMib;
  return { name: 'upload-bytes', burst: mib * MEBIBYTE, perMinute: 0 };
}

function keyOf(source: UploadSource): string {
  if (source.kind === 'network') return source.block;
  return source.kind === 'member' ? `member ${source.id}` : 'email';
}

/**
 * The reserve for the database, which does not survive a full disk, and for files in processing.
 */
const RESERVE_BYTES = 256 * 1024 * 1024;

const NO_CAPACITY = msg("There's no space for files right now. Try again later.");

/** Throws {@link RefusedError} 503 while the disk is nearly full. */
export async function refuseWithoutSpace(store: FileStore, size: number): Promise<void> {
  const free = await store.free();
  // Doubled, because the upload and the files made from it exist side by side for a moment.
  if (free !== undefined && free - 2 * size < RESERVE_BYTES)
    throw new RefusedError(503, t(NO_CAPACITY));
}
