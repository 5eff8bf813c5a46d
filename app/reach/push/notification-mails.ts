import { threadPath } from '../../conversation/wire/conversation-notice.ts';
import type { MailMessage } from '../../platform/mail/mail.ts';
import type { Settings } from '../../platform/settings.server.ts';
import type { DigestContent } from './read-digest.server.ts';

/**
 * Mails to people of the team about their own visitors. They name the visitors and repeat nothing
 * a visitor wrote: what was said is behind the link, for whoever may still read it then.
 */
type Sender = Pick<Settings, 'origin' | 'brandName'>;

/** Where what is sent is chosen. */
export const NOTIFICATIONS_PATH = '/notifications';

export function digestMail(
  { origin, brandName }: Sender,
  to: string,
  { visitors, visitorCount, queueCount }: DigestContent,
): MailMessage {
  const more = visitorCount - visitors.length;
  const messages = (count: number) => `${count} unread ${count === 1 ? 'message' : 'messages'}`;
  const waiting = (count: number) => `${count} ${count === 1 ? 'visitor waits' : 'visitors wait'}`;
  const subject =
    visitorCount > 0
      ? `${waiting(visitorCount)} for your answer`
      : `${waiting(queueCount)} in the queue`;
  const paragraphs = [
    visitorCount > 0 ? `${waiting(visitorCount)} for your answer at ${brandName}:` : '',
    ...visitors.map(
      ({ visitorId, email, unread }) =>
        `${email}: ${messages(unread)}\n${origin}${threadPath(visitorId)}`,
    ),
    more > 0 ? `… and ${more} more.` : '',
    queueCount > 0 ? `${waiting(queueCount)} in the queue, whom nobody has yet.` : '',
    `Open the dashboard:\n${origin}/agentchat`,
    `You chose to be told by mail. Change that, or turn it off, here:\n${origin}${NOTIFICATIONS_PATH}`,
  ];
  return write(origin, to, subject, paragraphs);
}

export function testMail({ origin, brandName }: Sender, to: string): MailMessage {
  return write(origin, to, `A test from ${brandName}`, [
    `You asked the ${brandName} Agent Portal to test your notifications. This mail arrived, so ` +
      'digests will too.',
    `What you are told, and how, is chosen here:\n${origin}${NOTIFICATIONS_PATH}`,
  ]);
}

function write(
  origin: string,
  to: string,
  subject: string,
  paragraphs: readonly string[],
): MailMessage {
  return {
    to,
    subject,
    text: `${paragraphs.filter(Boolean).join('\n\n')}\n`,
    unsubscribe: `${origin}${NOTIFICATIONS_PATH}`,
  };
}
