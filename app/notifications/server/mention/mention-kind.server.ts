import { and, eq } from 'drizzle-orm';
import { readMention } from '../../../chat/server/read/read-notes.server.ts';
import { MENTION_KIND } from '../../../chat/server/messages/write-note.server.ts';
import { noteMentions } from '../../../chat/server/messages/tables.server.ts';
import type { MentionView } from '../../../chat/protocol/mentions.ts';
import type { JobKind } from '../../../platform/change/kind.ts';
import type { MailMessage } from '../../../platform/email/mail.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import { profiles } from '../../../accounts/server/tables.server.ts';
import { PUSH_AFTER_MS, PREVIEW_LENGTH } from '../../protocol/rules.ts';
import { t } from '../../../i18n/translate.ts';
import { threadPath, type PushPayload } from '../../../chat/protocol/conversation-notice.ts';
import { writeMail } from '../../../platform/email/write-mail.server.ts';
import { NOTIFICATIONS_PATH } from '../push/notification-mails.ts';
import { MEMBER_NOTICE, notifyMember, type NoticeServices } from './notify-member.server.ts';
import { shorten } from '../../../platform/shown-text.ts';

/**
 * Notifies a member about a mention in a note, by push and email as chosen. Mentions that were seen meanwhile
 * are skipped. Retries create no duplicates, because the push tag and the Message-ID stay the same.
 */
export function mentionKind(services: NoticeServices): JobKind {
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
      return notifyMember(
        services,
        {
          id: key,
          memberId,
          switchedBy: 'mentions',
          push: (showsPreviews) => mentionPayload(mention, showsPreviews),
          mail: () => mentionMail(services.settings, row.email, mention),
        },
        signal,
      );
    },
  };
}

/** Others may see the screen, so names and contents appear only if the member chose previews. */
function mentionPayload(
  { noteId, visitorId, authorName, excerpt }: MentionView,
  showsPreviews: boolean,
): PushPayload {
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
      ? shorten(excerpt, PREVIEW_LENGTH)
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
