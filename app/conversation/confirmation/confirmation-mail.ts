import type { MailMessage } from '../../platform/mail/mail.ts';
import { writeMail } from '../../platform/mail/write-mail.ts';
import type { Sender } from '../mail/visitor-mails.ts';

/** How long the two ways to confirm work, unless one of them is used before. */
export const CODE_VALID_MINUTES = 15;
export const LINK_VALID_HOURS = 24;

/**
 * Asks whoever reads an address's mail whether the chat is theirs. Anybody can have it sent: it says
 * nothing of the chat, and that the code is for nobody else. The link is not logged.
 */
export function confirmAddressMail(
  { origin, brandName }: Sender,
  to: string,
  token: string,
  code: string,
): MailMessage {
  const stop = `${origin}/chat/stop-mails?token=${token}`;
  return writeMail({
    to,
    brandName,
    subject: `Confirm your address for the chat with ${brandName}`,
    title: 'Confirm your address',
    unsolicited: 'confirmation',
    body: [
      `Somebody, probably you, gave this address in a chat with ${brandName}. Confirm it, so that we know who is writing.`,
      { button: 'Confirm your address', href: `${origin}/chat/confirm?token=${token}` },
      {
        hint: `The link works once, for ${LINK_VALID_HOURS} hours, in the browser that has the chat.`,
      },
      `Or type this code into the chat, within ${CODE_VALID_MINUTES} minutes: ${code}`,
    ],
    footer: [
      'If it was not you, ignore this mail, and give the code to nobody: nothing follows from it.',
      { link: 'No more mails about this conversation', href: stop },
    ],
    unsubscribe: stop,
  });
}
