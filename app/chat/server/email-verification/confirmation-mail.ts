import { homeAddress } from '../../../platform/home-address.ts';
import type { MailMessage } from '../../../platform/email/mail.ts';
import { writeMail } from '../../../platform/email/write-mail.ts';
import type { Sender } from '../email/visitor-mails.ts';
import { say } from '../../../platform/say.ts';

/** Both stop working earlier once either of them is used. */
export const CODE_VALID_MINUTES = 15;
export const LINK_VALID_HOURS = 24;

/**
 * Anybody can cause this email, so it contains nothing of the chat and warns the recipient not to pass on the
 * code. The link is not logged.
 */
export function confirmAddressMail(
  sender: Sender,
  to: string,
  token: string,
  code: string,
): MailMessage {
  const { brandName } = sender;
  const home = homeAddress(sender);
  const stop = `${home}/chat/stop-mails?token=${token}`;
  return writeMail({
    to,
    brandName,
    subject: say('Confirm your address for the chat with {brandName}', { brandName }),
    title: say('Confirm your address'),
    unsolicited: 'confirmation',
    body: [
      say(
        'Somebody, probably you, gave this address in a chat with {brandName}. Confirm it, so that we know who is writing.',
        { brandName },
      ),
      { button: say('Confirm your address'), href: `${home}/chat/confirm?token=${token}` },
      {
        hint: say('The link works once, for {hours} hours, in the browser that has the chat.', {
          hours: LINK_VALID_HOURS,
        }),
      },
      say('Or type this code into the chat, within {minutes} minutes: {code}', {
        minutes: CODE_VALID_MINUTES,
        code,
      }),
    ],
    footer: [
      say(
        'If it was not you, ignore this mail, and give the code to nobody: nothing follows from it.',
      ),
      { link: say('No more mails about this conversation'), href: stop },
    ],
    unsubscribe: stop,
  });
}
