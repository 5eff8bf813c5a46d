import { threadPath } from '../../conversation/wire/conversation-notice.ts';
import type { MailMessage } from '../../platform/mail/mail.ts';
import { writeMail } from '../../platform/mail/write-mail.ts';
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
  return writeMail({
    to,
    brandName,
    subject,
    body: [
      visitorCount > 0 ? `${waiting(visitorCount)} for your answer at ${brandName}:` : '',
      ...visitors.map(({ visitorId, email, unread }) => ({
        says: `${email}: ${messages(unread)}`,
        href: origin + threadPath(visitorId),
      })),
      more > 0 ? `… and ${more} more.` : '',
      queueCount > 0 ? `${waiting(queueCount)} in the queue, whom nobody has yet.` : '',
      { button: 'Open the dashboard', href: `${origin}/agentchat` },
    ],
    footer: [
      {
        says: 'You chose to be told by mail. Change that, or turn it off, here:',
        href: origin + NOTIFICATIONS_PATH,
      },
    ],
    unsubscribe: origin + NOTIFICATIONS_PATH,
  });
}

export function testMail({ origin, brandName }: Sender, to: string): MailMessage {
  return writeMail({
    to,
    brandName,
    subject: `A test from ${brandName}`,
    body: [
      `You asked the ${brandName} Agent Portal to test your notifications. This mail arrived, so ` +
        'digests will too.',
      {
        says: 'What you are told, and how, is chosen here:',
        href: origin + NOTIFICATIONS_PATH,
      },
    ],
    unsubscribe: origin + NOTIFICATIONS_PATH,
  });
}
