import { t } from '../../../i18n/translate.ts';
import { threadPath } from '../../../chat/protocol/conversation-notice.ts';
import type { MailMessage } from '../../../platform/email/mail.ts';
import { writeMail } from '../../../platform/email/write-mail.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import type { DigestContent } from './read-digest.server.ts';

/**
 * Emails to the team about their visitors. They name visitors but quote no messages, so that reading them
 * requires access at that time.
 */
type Sender = Pick<Settings, 'origin' | 'brandName'>;

export const NOTIFICATIONS_PATH = '/notifications';

export function digestMail(
  { origin, brandName }: Sender,
  to: string,
  { visitors, visitorCount, queueCount }: DigestContent,
): MailMessage {
  const more = visitorCount - visitors.length;
  const subject =
    visitorCount > 0
      ? t('{count, plural, one {# visitor waits} other {# visitors wait}} for your answer', {
          count: visitorCount,
        })
      : t('{count, plural, one {# visitor waits} other {# visitors wait}} in the queue', {
          count: queueCount,
        });
  return writeMail({
    to,
    brandName,
    subject,
    body: [
      visitorCount > 0
        ? t(
            '{count, plural, one {# visitor waits} other {# visitors wait}} for your answer at {brandName}:',
            { count: visitorCount, brandName },
          )
        : '',
      ...visitors.map(({ visitorId, email, unread }) => ({
        says: `${email}: ${t('{count, plural, one {# unread message} other {# unread messages}}', { count: unread })}`,
        href: origin + threadPath(visitorId),
      })),
      more > 0 ? t('… and {more} more.', { more }) : '',
      queueCount > 0
        ? t(
            '{count, plural, one {# visitor waits} other {# visitors wait}} in the queue, whom nobody has yet.',
            { count: queueCount },
          )
        : '',
      { button: t('Open the dashboard'), href: `${origin}/agentchat` },
    ],
    footer: [
      {
        says: t('You chose to be told by mail. Change that, or turn it off, here:'),
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
    subject: t('A test from {brandName}', { brandName }),
    body: [
      t(
        'You asked the {brandName} Agent Portal to test your notifications. This mail arrived, so digests will too.',
        { brandName },
      ),
      {
        says: t('What you are told, and how, is chosen here:'),
        href: origin + NOTIFICATIONS_PATH,
      },
    ],
    unsubscribe: origin + NOTIFICATIONS_PATH,
  });
}
