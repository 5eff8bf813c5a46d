import { checkSender } from '../../../chat/protocol/chat-email.ts';
import { change } from '../../../platform/change/change.server.ts';
import { CODE_VALID_MINUTES, newCode } from '../../../platform/email-code.server.ts';
import type { MailMessage } from '../../../platform/email/mail.ts';
import { writeMail } from '../../../platform/email/write-mail.server.ts';
import { normalizeEmail } from '../../../platform/email.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { homeAddress } from '../../../platform/home-address.ts';
import { newLink } from '../../../platform/one-time-link.server.ts';
import type { RateLimit } from '../../../platform/rate-limit.ts';
import { t } from '../../../i18n/translate.ts';
import type { ClientContext } from '../client-context.server.ts';
import { clientSignIns } from '../tables.server.ts';

const MINUTE_MS = 60_000;
const LINK_VALID_MINUTES = 60;

/**
 * Anybody can type any address, so each network may request only a few emails. Each mailbox has a limit over all
 * networks (`mailbox-budget.server.ts`).
 */
const EMAILS_OF_NETWORK: RateLimit = { name: 'client-sign-in', burst: 10, perMinute: 0.5 };

interface SignInRequest {
  readonly browserId: string;
  readonly email: string;
  readonly network: string;
  /** A path of this shop, to which the link leads after signing in. */
  readonly next: string;
}

/**
 * Emails a code and a link. Every address gets the same answer and the same email, known or not, so nobody learns
 * which addresses have bought something. Returns the address as it is stored. Throws {@link RefusedError}: 400 for an
 * impossible address, 429.
 */
export async function askSignIn(
  appContext: ClientContext,
  { browserId, email: typed, network, next }: SignInRequest,
): Promise<string> {
  const { clock, limits, mail, settings } = appContext;
  const email = normalizeEmail(typed);
  const problem = checkSender(email);
  if (problem !== null) throw new RefusedError(400, problem, 'email');
  await limits.take(EMAILS_OF_NETWORK, network);
  await change(appContext, undefined, async (tx, after) => {
    const { code, row } = newCode(clock);
    const { token, link } = newLink(clock, LINK_VALID_MINUTES * MINUTE_MS);
    await tx.insert(clientSignIns).values({ ...row, ...link, email, browserId });
    mail.send(after, signInMail(settings, email, { code, token, next }));
  });
  return email;
}

/** Anybody can cause this email, so it says nothing about the address. */
export function signInMail(
  settings: ClientContext['settings'],
  to: string,
  { code, token, next }: { readonly code: string; readonly token: string; readonly next: string },
): MailMessage {
  const { brandName } = settings;
  const query = new URLSearchParams({ token, ...(next === '/account' ? {} : { next }) });
  return writeMail({
    kind: 'sign-in',
    to,
    brandName,
    subject: t('{code} is your code to sign in to {brandName}', { code, brandName }),
    title: t('Sign in'),
    unsolicited: 'sign-in',
    body: [
      t('Someone, probably you, wants to sign in to {brandName} with this address.', {
        brandName,
      }),
      {
        says: t(
          'Enter this code within {minutes, plural, one {# minute} other {# minutes}}, in the browser where you asked for it: {code}',
          { minutes: CODE_VALID_MINUTES, code },
        ),
        code,
      },
      { button: t('Sign in'), href: `${homeAddress(settings)}/account/link?${query}` },
      {
        hint: t(
          'The link works once, within {minutes, plural, one {# minute} other {# minutes}}.',
          {
            minutes: LINK_VALID_MINUTES,
          },
        ),
      },
    ],
    footer: [
      t(
        "If this wasn't you, ignore this email and don't share the code with anyone. Nothing will happen. If other people's requests keep your own code from arriving, open the link above and select “I didn't ask for this”.",
      ),
    ],
  });
}
