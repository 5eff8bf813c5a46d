import type { MailMessage } from '../platform/mail/mail.ts';
import { writeMail } from '../platform/mail/write-mail.ts';
import type { Settings } from '../platform/settings.server.ts';

/**
 * To the address a review came with. It repeats nothing of what was typed, because it may reach
 * somebody who has written no review.
 */
export function confirmationMail(
  { origin, brandName }: Pick<Settings, 'origin' | 'brandName'>,
  to: string,
  serviceTitle: string,
  token: string,
): MailMessage {
  const link = `${origin}/confirm-review?token=${token}`;
  return writeMail({
    to,
    brandName,
    unsolicited: 'review',
    subject: `Confirm your review of ${serviceTitle}`,
    link,
    body: [
      `Somebody, probably you, reviewed ${serviceTitle} at ${brandName} with this address.`,
      "Open this link within two weeks to confirm that the review is yours. It then carries the mark 'Verified e-mail'; your address is shown to nobody:",
      { href: link },
      'If it was not you, you need not do anything: the review stays without the mark.',
    ],
  });
}
