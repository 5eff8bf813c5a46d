import { say } from '../../../platform/say.ts';
import { threadPath, type PushPayload } from '../../../chat/protocol/conversation-notice.ts';
import type { MentionView } from '../../../chat/protocol/mentions.ts';
import type { MailMessage } from '../../../platform/email/mail.ts';
import { writeMail } from '../../../platform/email/write-mail.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import { NOTIFICATIONS_PATH } from '../push/notification-mails.ts';
import { PREVIEW_LENGTH } from '../../protocol/rules.ts';

/** Others may see the screen, so names and contents appear only if the member chose previews. */
export function mentionPayload(
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
        ? say('{authorName} mentioned you', { authorName })
        : say('You were mentioned'),
    body: showsPreviews
      ? letters.slice(0, PREVIEW_LENGTH).join('')
      : say('A private note asks for a word of yours.'),
  };
}

/** The email names the author and the visitor, but does not quote the note. */
export function mentionMail(
  { origin, brandName }: Pick<Settings, 'origin' | 'brandName'>,
  to: string,
  { visitorId, email, authorName }: MentionView,
): MailMessage {
  const who = authorName ?? say('A colleague');
  return writeMail({
    to,
    brandName,
    subject: say('{who} mentioned you', { who }),
    body: [
      say('{who} mentioned you in a private note beside the conversation with {email}.', {
        who,
        email,
      }),
      { button: say('Open the conversation'), href: origin + threadPath(visitorId) },
    ],
    footer: [
      {
        says: say(
          'You are told by mail when a note mentions you. Change that, or turn it off, here:',
        ),
        href: origin + NOTIFICATIONS_PATH,
      },
    ],
    unsubscribe: origin + NOTIFICATIONS_PATH,
  });
}
