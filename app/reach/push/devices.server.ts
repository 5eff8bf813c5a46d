import { retellAny } from '../../platform/retell.ts';
import { say } from '../../platform/say.ts';
import { createECDH } from 'node:crypto';
import { and, asc, eq, ne } from 'drizzle-orm';
import { change, type ChangeHost } from '../../platform/change/change.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { readTargetUrl, type TargetPolicy } from '../../platform/outgoing/target.server.ts';
import type { MemberSession } from '../../team/members/find-member.server.ts';
import { nameBrowser } from '../../team/sessions/sessions.server.ts';
import { profiles } from '../../team/tables.server.ts';
import { ENDPOINT_MAX_LENGTH, MAX_DEVICES } from './rules.ts';
import { pushSubscriptions } from './tables.server.ts';
import { toSent } from '../../platform/sent.ts';

/** What a browser hands out when it subscribes (W3C Push API). */
export interface BrowserSubscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/**
 * Takes pushes for this person to this browser from now on. A browser has one subscription: what
 * this session had before, and what somebody else had who used the browser, is replaced. Throws
 * {@link RefusedError}: 400 for what no browser sends, 409 beyond the number of devices.
 */
export async function saveDevice(
  host: ChangeHost,
  policy: TargetPolicy,
  { member, sessionId }: Pick<MemberSession, 'member' | 'sessionId'>,
  { endpoint: typed, keys }: BrowserSubscription,
  userAgent: string,
): Promise<void> {
  const endpoint = readTargetUrl(typed, policy, ENDPOINT_MAX_LENGTH);
  checkPort(endpoint, policy);
  checkKeys(keys);
  await change(host, undefined, async (tx) => {
    // Two at once count one after the other.
    await tx
      .select({ id: profiles.id })
      .from(profiles)
      .where(eq(profiles.id, member.id))
      .for('update');
    await tx
      .delete(pushSubscriptions)
      .where(
        and(eq(pushSubscriptions.sessionId, sessionId), ne(pushSubscriptions.endpoint, endpoint)),
      );
    const isOther = and(
      eq(pushSubscriptions.profileId, member.id),
      ne(pushSubscriptions.endpoint, endpoint),
    );
    if ((await tx.$count(pushSubscriptions, isOther)) >= MAX_DEVICES) {
      throw new RefusedError(
        409,
        say('You have {maxDevices} devices. Please remove one that you do not use.', {
          maxDevices: MAX_DEVICES,
        }),
      );
    }
    const device = {
      profileId: member.id,
      sessionId,
      p256dh: keys.p256dh,
      auth: keys.auth,
      label: nameBrowser(userAgent),
      createdAt: host.clock.now(),
      lastSuccessAt: null,
      lastError: null,
    };
    await tx
      .insert(pushSubscriptions)
      .values({ endpoint, ...device })
      .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: device });
  });
}

/** Where pushes of this person go, the oldest first. */
export async function readDevices(
  db: Database,
  { member, sessionId }: Pick<MemberSession, 'member' | 'sessionId'>,
) {
  const rows = await db
    .select()
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.profileId, member.id))
    .orderBy(asc(pushSubscriptions.createdAt), asc(pushSubscriptions.id));
  return rows.map((row) => {
    const { id, label, createdAt: since, lastSuccessAt, lastError } = toSent(row);
    return {
      id,
      label,
      since,
      lastSuccessAt,
      lastError: lastError && retellAny(lastError),
      isCurrent: row.sessionId === sessionId,
    };
  });
}

/** A device as its owner sees it. */
export type DeviceView = Awaited<ReturnType<typeof readDevices>>[number];

/** Removes one of one's own devices; another's, or one that is gone, is neither found nor told. */
export async function removeDevice(host: ChangeHost, profileId: string, id: string): Promise<void> {
  await change(host, undefined, (tx) =>
    tx
      .delete(pushSubscriptions)
      .where(and(eq(pushSubscriptions.id, id), eq(pushSubscriptions.profileId, profileId))),
  );
}

/** Turns pushes to the browser of this session off. */
export async function removeDeviceOfSession(host: ChangeHost, sessionId: string): Promise<void> {
  await change(host, undefined, (tx) =>
    tx.delete(pushSubscriptions).where(eq(pushSubscriptions.sessionId, sessionId)),
  );
}

const BASE64URL = /^[\w-]+$/;

/** A key that is none would fail at every push: it is refused while somebody is there to read it. */
function checkKeys({ p256dh, auth }: BrowserSubscription['keys']): void {
  const isRight =
    BASE64URL.test(p256dh) &&
    BASE64URL.test(auth) &&
    Buffer.from(auth, 'base64url').length === 16 &&
    isPointOnCurve(Buffer.from(p256dh, 'base64url'));
  if (!isRight) {
    throw new RefusedError(400, 'This browser’s keys cannot be used. Please turn it off and on.');
  }
}

function isPointOnCurve(point: Buffer): boolean {
  if (point.length !== 65) return false;
  const ours = createECDH('prime256v1');
  ours.generateKeys();
  try {
    ours.computeSecret(point);
    return true;
  } catch {
    return false;
  }
}

/** Push services answer at 443: with any other port a browser's owner would knock at doors with us. */
function checkPort(endpoint: string, policy: TargetPolicy): void {
  if (policy === 'public' && new URL(endpoint).port !== '') {
    throw new RefusedError(400, 'No push service has an address with a port.', 'url');
  }
}
