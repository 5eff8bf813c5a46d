import { asc, eq } from 'drizzle-orm';
import {
  inWordsOf,
  type SpokenSettings,
} from '../../../accounts/server/members/member-language.server.ts';
import { endOfSession } from '../../../accounts/server/sessions/sessions.server.ts';
import { authSessions } from '../../../accounts/server/tables.server.ts';
import type { PushPayload } from '../../../chat/protocol/conversation-notice.ts';
import { change, type ChangeContext } from '../../../platform/change/change.server.ts';
import type { Outcome } from '../../../platform/change/kind.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { Mail, MailMessage } from '../../../platform/email/mail.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import type { StoredMessage } from '../../../platform/stored-message.ts';
import { PUSH_RETRY_AFTER_MS, PUSHES_EXPIRE_AFTER_MS } from '../../protocol/rules.ts';
import { readNotificationSettings } from '../push/notification-settings.server.ts';
import { forgetDevice, noteOutcome, type PushServices } from '../push/push-kind.server.ts';
import { explainPush, isGone } from '../push/push-sender.server.ts';
import { pushSubscriptions } from '../push/tables.server.ts';
import { unsubscribeAddress } from '../push/unsubscribe.server.ts';

/** For notifications to one member about one thing. */
export const MEMBER_NOTICE = {
  retryAfterMs: PUSH_RETRY_AFTER_MS,
  leaseMs: 4 * 60_000,
  concurrencyGroups: 4,
  atOnce: 1,
  keepDoneMs: 0,
  keepFailedMs: PUSHES_EXPIRE_AFTER_MS,
} as const;

export interface NoticeServices extends PushServices, ChangeContext {
  readonly mail: Pick<Mail, 'deliver'>;
  readonly settings: Pick<Settings, 'origin' | 'brandName'> & SpokenSettings;
}

interface Notice {
  /** Part of the Message-ID, so that mail servers recognize a repeated email. */
  readonly id: string;
  readonly memberId: string;
  /** The switch that turns the emails off. */
  readonly switchedBy: 'mentions' | 'orders';
  readonly push: (showsPreviews: boolean) => PushPayload;
  readonly mail: () => MailMessage;
}

/** Notifies a member by push and email as chosen, in the member's language. */
export async function notifyMember(
  services: NoticeServices,
  { id, memberId, switchedBy: from, push, mail }: Notice,
  signal: AbortSignal,
): Promise<Outcome> {
  const { db, settings } = services;
  const chosen = await readNotificationSettings(db, memberId);
  const problem = await pushToAll(services, memberId, () => push(chosen.showsPreviews), signal);
  if (!(from === 'orders' ? chosen.mailsOrders : chosen.mailsMentions)) {
    return problem === null ? { result: 'done' } : { result: 'retry', error: problem };
  }
  const message = await inWordsOf(db, settings, { id: memberId }, mail);
  const messageId = `<${id}@${new URL(settings.origin).hostname}>`;
  const unsubscribe = await unsubscribeAddress(db, settings, { memberId, from });
  await services.mail.deliver({ ...message, messageId, unsubscribe });
  // An email was sent, so a failing device needs no retry.
  return { result: 'done' };
}

/** Returns the error of a device, or null if all devices were notified. */
async function pushToAll(
  services: NoticeServices,
  memberId: string,
  write: () => PushPayload,
  signal: AbortSignal,
): Promise<StoredMessage | null> {
  const { db, clock, push, settings } = services;
  const payload = await inWordsOf(db, settings, { id: memberId }, write);
  let problem: StoredMessage | null = null;
  for (const { device, session } of await readOpenDevices(db, memberId)) {
    if (endOfSession(session) <= clock.now()) continue;
    // oxlint-disable-next-line no-await-in-loop -- a handful of devices, one after the other
    const result = await push.send(device, payload, signal);
    signal.throwIfAborted();
    if (!result) continue;
    const why = explainPush(result);
    problem = why ?? problem;
    // oxlint-disable-next-line no-await-in-loop -- the same
    await change(services, undefined, (tx) =>
      isGone(result) ? forgetDevice(tx, device.id) : noteOutcome(tx, clock, device.id, why),
    );
  }
  return problem;
}

function readOpenDevices(db: Database, memberId: string) {
  return db
    .select({
      device: pushSubscriptions,
      session: { createdAt: authSessions.createdAt, expiresAt: authSessions.expiresAt },
    })
    .from(pushSubscriptions)
    .innerJoin(authSessions, eq(authSessions.id, pushSubscriptions.sessionId))
    .where(eq(pushSubscriptions.profileId, memberId))
    .orderBy(asc(pushSubscriptions.createdAt));
}
