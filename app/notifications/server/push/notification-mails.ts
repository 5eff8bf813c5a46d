import { t } from '../../../i18n/translate.ts';
import { threadPath } from '../../../chat/protocol/conversation-notice.ts';
import type { MailMessage } from '../../../platform/email/mail.ts';
import { writeMail } from '../../../platform/email/write-mail.server.ts';
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
      ? t('{count, plural, one {# visitor is} other {# visitors are}} waiting for your reply', {
          count: visitorCount,
        })
      : t('{count, plural, one {# visitor is} other {# visitors are}} waiting in the queue', {
          count: queueCount,
        });
  return writeMail({
    kind: 'digest',
    to,
    brandName,
    subject,
    body: [
      visitorCount > 0
        ? t(
            '{count, plural, one {# visitor is} other {# visitors are}} waiting for your reply at {brandName}:',
            { count: visitorCount, brandName },
          )
        : '',
      ...visitors.map(({ visitorId, email, unread }) => ({
        says: t('{email}: {count, plural, one {# unread message} other {# unread messages}}', {
          email,
          count: unread,
        }),
        href: origin + threadPath(visitorId),
      })),
      more > 0 ? t('… and {more} more.', { more }) : '',
      queueCount > 0
        ? t(
            '{count, plural, one {# unassigned visitor is} other {# unassigned visitors are}} waiting in the queue.',
            { count: queueCount },
          )
        : '',
      { button: t('Open the dashboard'), href: `${origin}/agentchat` },
    ],
    footer: [
      {
        says: t(
          'You receive this email because you turned on email digests. Change or turn them off here:',
        ),
        href: origin + NOTIFICATIONS_PATH,
      },
    ],
  });
}

export function testMail({ origin, brandName }: Sender, to: string): MailMessage {
  return writeMail({
    kind: 'notification-test',
    to,
    brandName,
    subject: t('Test email from {brandName}', { brandName }),
    body: [
      t(
        'You asked the {brandName} Agent Portal to test your notifications. This email arrived, so digests will too.',
        { brandName },
      ),
      {
        says: t("Choose what you're notified about, and how, here:"),
        href: origin + NOTIFICATIONS_PATH,
      },
    ],
  });
}
