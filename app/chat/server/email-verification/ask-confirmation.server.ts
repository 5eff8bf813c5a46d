import { eq } from 'drizzle-orm';
import { change, type ChangeContext } from '../../../platform/change/change.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { CODE_VALID_MINUTES, newCode } from '../../../platform/email-code.server.ts';
import type { Mail, MailMessage } from '../../../platform/email/mail.ts';
import { newLink } from '../../../platform/one-time-link.server.ts';
import { NO_SUCH_CONVERSATION, requireWriting, type Viewer } from '../access.server.ts';
import { confirmationRequests } from './tables.server.ts';
import { conversations, visitors } from '../tables.server.ts';
import type { Sender } from '../email/visitor-mails.ts';
import { homeAddress } from '../../../platform/home-address.ts';
import { writeMail } from '../../../platform/email/write-mail.server.ts';
import { t } from '../../../i18n/translate.ts';

/** Code and link stop working earlier once either of them is used. */
const LINK_VALID_HOURS = 24;

const HOUR_MS = 60 * 60 * 1000;

interface AskConfirmationContext extends ChangeContext {
  readonly mail: Pick<Mail, 'send'>;
  readonly settings: Sender;
}

/**
 * Queues an email to the conversation's address with a link and a code that confirm the address for this
 * browser (rule 168), also if emails about the conversation were stopped (rule 347). An email beyond the
 * mailbox's limit gives the same result, so that nothing is revealed about the address. Throws
 * {@link RefusedError} 404 without the conversation.
 */
export async function askConfirmation(
  appContext: AskConfirmationContext,
  viewer: Viewer & { kind: 'browser' },
  conversationId: string,
): Promise<void> {
  const { clock, mail, settings } = appContext;
  await change(appContext, undefined, async (tx, after) => {
    // The lock is needed because the conversation may be moving to another browser at this moment.
    const [conversation] = await tx
      .select({ email: visitors.email })
      .from(conversations)
      .innerJoin(visitors, eq(visitors.id, conversations.visitorId))
      .where(eq(conversations.id, conversationId))
      .for('update', { of: conversations });
    await requireWriting(tx, viewer, conversationId);
    if (!conversation) throw new RefusedError(404, t(NO_SUCH_CONVERSATION));
    const { code, row } = newCode(clock);
    const { token, link } = newLink(clock, LINK_VALID_HOURS * HOUR_MS);
    const { browserId } = viewer;
    await tx.insert(confirmationRequests).values({ ...row, ...link, conversationId, browserId });
    mail.send(after, confirmAddressMail(settings, conversation.email, token, code));
  });
}

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
    kind: 'address-confirmation',
    to,
    brandName,
    subject: t('Confirm your email address for the chat with {brandName}', { brandName }),
    title: t('Confirm your address'),
    unsolicited: 'confirmation',
    body: [
      t(
        'Someone, probably you, entered this email address in a chat with {brandName}. Confirm it so that we know who is writing.',
        { brandName },
      ),
      { button: t('Confirm your address'), href: `${home}/chat/confirm?token=${token}` },
      {
        hint: t(
          'The link works once, within {hours, plural, one {# hour} other {# hours}}, in the browser where the chat was opened.',
          {
            hours: LINK_VALID_HOURS,
          },
        ),
      },
      {
        says: t(
          'Or enter this code in the chat within {minutes, plural, one {# minute} other {# minutes}}: {code}',
          {
            minutes: CODE_VALID_MINUTES,
            code,
          },
        ),
        code,
      },
    ],
    footer: [
      t(
        "If this wasn't you, ignore this email and don't share the code with anyone. Nothing will happen.",
      ),
      { link: t('Stop emails about this conversation'), href: stop },
    ],
  });
}
