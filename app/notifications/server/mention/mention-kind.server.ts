import {
  inWordsOf,
  type SpokenSettings,
} from '../../../accounts/server/members/member-language.server.ts';
import { and, asc, eq } from 'drizzle-orm';
import { readMention } from '../../../chat/server/read/read-notes.server.ts';
import { MENTION_KIND } from '../../../chat/server/messages/write-note.server.ts';
import { noteMentions } from '../../../chat/server/messages/tables.server.ts';
import type { MentionView } from '../../../chat/protocol/mentions.ts';
import { change, type ChangeContext } from '../../../platform/change/change.server.ts';
import type { JobKind } from '../../../platform/change/kind.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { Mail, MailMessage } from '../../../platform/email/mail.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import { endOfSession } from '../../../accounts/server/sessions/sessions.server.ts';
import { authSessions, profiles } from '../../../accounts/server/tables.server.ts';
import { readNotificationSettings } from '../push/notification-settings.server.ts';
import { forgetDevice, noteOutcome, type PushServices } from '../push/push-kind.server.ts';
import { explainPush, isGone } from '../push/push-sender.server.ts';
import {
  PUSH_AFTER_MS,
  PUSH_RETRY_AFTER_MS,
  PUSHES_EXPIRE_AFTER_MS,
  PREVIEW_LENGTH,
} from '../../protocol/rules.ts';
import { pushSubscriptions } from '../push/tables.server.ts';
import { unsubscribeAddress } from '../push/unsubscribe.server.ts';
import { t } from '../../../i18n/translate.ts';
import { threadPath, type PushPayload } from '../../../chat/protocol/conversation-notice.ts';
import { writeMail } from '../../../platform/email/write-mail.server.ts';
import { NOTIFICATIONS_PATH } from '../push/notification-mails.ts';
import type { StoredMessage } from '../../../platform/stored-message.ts';

/** For notifications to one member about one thing. */
export const MEMBER_NOTICE = {
  retryAfterMs: PUSH_RETRY_AFTER_MS,
  leaseMs: 4 * 60_000,
  concurrencyGroups: 4,
  atOnce: 1,
  keepDoneMs: 0,
  keepFailedMs: PUSHES_EXPIRE_AFTER_MS,
} as const;

export interface MentionServices extends PushServices, ChangeContext {
  readonly mail: Pick<Mail, 'deliver'>;
  readonly settings: Pick<Settings, 'origin' | 'brandName'> & SpokenSettings;
}

/**
 * Notifies a member about a mention in a note, by push and email as chosen. Mentions that were seen meanwhile
 * are skipped. Retries create no duplicates, because the push tag and the Message-ID stay the same.
 */
export function mentionKind(services: MentionServices): JobKind {
  return {
    name: MENTION_KIND,
    ...MEMBER_NOTICE,
    async deliver({ key }, signal) {
      const { db } = services;
      const [row] = await db
        .select({ mention: noteMentions, email: profiles.email })
        .from(noteMentions)
        .innerJoin(profiles, eq(profiles.id, noteMentions.memberId))
        .where(and(eq(noteMentions.id, key), eq(profiles.status, 'active')));
      const mention = row && (await readMention(db, key));
      if (!mention || row.mention.seenAt) return { result: 'done' };
      const { memberId } = row.mention;
      // The member is online. If the mention stays unseen, the notification is sent later.
      if (await services.isInFront(memberId)) return { result: 'later', afterMs: PUSH_AFTER_MS };
      const chosen = await readNotificationSettings(db, memberId);
      const write = () => mentionPayload(mention, chosen.showsPreviews);
      const problem = await pushToAll(services, memberId, write, signal);
      if (chosen.mailsMentions) {
        const { origin } = services.settings;
        const messageId = `<${key}@${new URL(origin).hostname}>`;
        await services.mail.deliver({
          ...(await inWordsOf(db, services.settings, { id: memberId }, () =>
            mentionMail(services.settings, row.email, mention),
          )),
          messageId,
          unsubscribe: await unsubscribeAddress(db, services.settings, {
            memberId,
            from: 'mentions',
          }),
        });
      }
      // If an email was sent, a failing device needs no retry.
      return problem === null || chosen.mailsMentions
        ? { result: 'done' }
        : { result: 'retry', error: problem };
    },
  };
}

/** Returns the error of a device, or null if all devices were notified. */
export async function pushToAll(
  services: MentionServices,
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

/** Others may see the screen, so names and contents appear only if the member chose previews. */
function mentionPayload(
  { noteId, visitorId, authorName, excerpt }: MentionView,
  showsPreviews: boolean,
): PushPayload {
  const letters = Array.from(excerpt);
  return {
    // The tag differs from that of the conversation's messages, so that both notifications are shown.
    tag: `mention-${noteId}`,
    path: threadPath(visitorId),
    number: 0,
    title:
      showsPreviews && authorName
        ? t('{authorName} mentioned you', { authorName })
        : t('You were mentioned'),
    body: showsPreviews
      ? letters.slice(0, PREVIEW_LENGTH).join('')
      : t('A colleague mentioned you in a private note.'),
  };
}

/** The email names the author and the visitor, but does not quote the note. */
export function mentionMail(
  { origin, brandName }: Pick<Settings, 'origin' | 'brandName'>,
  to: string,
  { visitorId, email, authorName }: MentionView,
): MailMessage {
  const who = authorName ?? t('A colleague');
  return writeMail({
    kind: 'mention',
    to,
    brandName,
    subject: t('{who} mentioned you', { who }),
    body: [
      t('{who} mentioned you in a private note on the conversation with {email}.', {
        who,
        email,
      }),
      { button: t('Open the conversation'), href: origin + threadPath(visitorId) },
    ],
    footer: [
      {
        says: t(
          'You receive this email because emails for mentions are turned on. Turn them off here:',
        ),
        href: origin + NOTIFICATIONS_PATH,
      },
    ],
  });
}
