import { t } from '../../../i18n/translate.ts';

import { createECDH } from 'node:crypto';
import { and, asc, eq, ne } from 'drizzle-orm';
import { change, type ChangeContext } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { readTargetUrl, type TargetPolicy } from '../../../platform/outgoing/target.server.ts';
import type { MemberSession } from '../../../accounts/server/members/find-member.server.ts';
import { describeBrowser, nameBrowser } from '../../../accounts/server/sessions/sessions.server.ts';
import { profiles } from '../../../accounts/server/tables.server.ts';
import { ENDPOINT_MAX_LENGTH, MAX_DEVICES } from '../../protocol/rules.ts';
import { pushSubscriptions } from './tables.server.ts';
import { toSent } from '../../../platform/sent.ts';
import { showLatest, showStored } from '../../../platform/stored-message.ts';

/** The subscription of a browser (W3C Push API). */
export interface BrowserSubscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/**
 * Registers the browser for a member. A browser has one subscription, so an earlier one of this session or of
 * another member is replaced. Throws {@link RefusedError}: 400 for an invalid subscription, 409 for too many
 * devices.
 */
export async function saveDevice(
  appContext: ChangeContext,
  policy: TargetPolicy,
  { member, sessionId }: Pick<MemberSession, 'member' | 'sessionId'>,
  { endpoint: typed, keys }: BrowserSubscription,
  userAgent: string,
): Promise<void> {
  const endpoint = readTargetUrl(typed, policy, ENDPOINT_MAX_LENGTH);
  checkPort(endpoint, policy);
  checkKeys(keys);
  await change(appContext, undefined, async (tx) => {
    // The row lock serialises concurrent registrations, so that the limit holds.
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
        t(
          "You''ve reached the limit of {maxDevices, plural, one {# device} other {# devices}}. Remove one you don''t use.",
          {
            maxDevices: MAX_DEVICES,
          },
        ),
      );
    }
    const device = {
      profileId: member.id,
      sessionId,
      p256dh: keys.p256dh,
      auth: keys.auth,
      label: nameBrowser(userAgent),
      labelMessage: describeBrowser(userAgent),
      createdAt: appContext.clock.now(),
      lastSuccessAt: null,
      lastError: null,
      lastErrorMessage: null,
    };
    await tx
      .insert(pushSubscriptions)
      .values({ endpoint, ...device })
      .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: device });
  });
}

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
    const { id, createdAt: since, lastSuccessAt, lastError } = toSent(row);
    return {
      id,
      label: showStored(row.labelMessage, row.label) ?? row.label,
      since,
      lastSuccessAt,
      lastError: showLatest(row.lastErrorMessage, lastError),
      isCurrent: row.sessionId === sessionId,
    };
  });
}

export type DeviceView = Awaited<ReturnType<typeof readDevices>>[number];

/** Removes a device of this member. Other ids are ignored. */
export async function removeDevice(
  appContext: ChangeContext,
  profileId: string,
  id: string,
): Promise<void> {
  await change(appContext, undefined, (tx) =>
    tx
      .delete(pushSubscriptions)
      .where(and(eq(pushSubscriptions.id, id), eq(pushSubscriptions.profileId, profileId))),
  );
}

/** Turns push notifications off for the browser of this session. */
export async function removeDeviceOfSession(
  appContext: ChangeContext,
  sessionId: string,
): Promise<void> {
  await change(appContext, undefined, (tx) =>
    tx.delete(pushSubscriptions).where(eq(pushSubscriptions.sessionId, sessionId)),
  );
}

const BASE64URL = /^[\w-]+$/;

/** Invalid keys would make every push fail, so they are refused while the user can react. */
function checkKeys({ p256dh, auth }: BrowserSubscription['keys']): void {
  const isRight =
    BASE64URL.test(p256dh) &&
    BASE64URL.test(auth) &&
    Buffer.from(auth, 'base64url').length === 16 &&
    isPointOnCurve(Buffer.from(p256dh, 'base64url'));
  if (!isRight) {
    throw new RefusedError(
      400,
      t('This browser’s keys are invalid. Turn notifications off and on again.'),
    );
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

/**
 * Push services listen on port 443. Other ports are refused, so that members cannot use the server to probe
 * ports.
 */
function checkPort(endpoint: string, policy: TargetPolicy): void {
  if (policy === 'public' && new URL(endpoint).port !== '') {
    throw new RefusedError(400, t("The address of a push service can't contain a port."), 'url');
  }
}
