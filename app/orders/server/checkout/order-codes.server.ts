import { and, desc, eq, gt, isNull, lt, type SQL } from 'drizzle-orm';
import type { Captcha } from '../../../platform/captcha.server.ts';
import type { Clock } from '../../../platform/clock.ts';
import { change } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { deleteSome } from '../../../platform/db/delete-some.server.ts';
import { CODE_VALID_MINUTES, newCode } from '../../../platform/email-code.server.ts';
import type { MailMessage } from '../../../platform/email/mail.ts';
import { writeMail } from '../../../platform/email/write-mail.server.ts';
import { t } from '../../../i18n/translate.ts';
import type { RateLimit, RateLimits } from '../../../platform/rate-limit.ts';
import type { OrderContext } from '../order-context.server.ts';
import { orderCodes } from '../tables.server.ts';

/** A used or expired code can still say so for this long. */
const CODES_EXPIRE_AFTER_MS = 24 * 60 * 60 * 1000;

/**
 * The emails go to addresses that nobody has proved, so each network may request only a few. Each mailbox has a limit
 * over all networks (`mailbox-budget.server.ts`).
 */
const EMAILS_OF_NETWORK: RateLimit = { name: 'order-code', burst: 10, perMinute: 0.5 };
/** Browsers without JavaScript cannot solve a proof of work, and neither do most bots. */
const EMAILS_WITHOUT_PROOF: RateLimit = { name: 'order-code-unproved', burst: 3, perMinute: 0.1 };

export interface CodeContext extends OrderContext {
  readonly limits: RateLimits;
  readonly captcha: Pick<Captcha, 'verify'>;
}

interface CodeRequest {
  readonly browserId: string;
  readonly email: string;
  readonly network: string;
  /** The proof of work. '' without JavaScript. */
  readonly proof: string;
}

/**
 * Emails a code to the address. The answer is the same if the email is held back, so that nobody learns anything about
 * the address. Throws {@link RefusedError} 429 for a network with too many requests.
 */
export async function sendOrderCode(
  appContext: CodeContext,
  { browserId, email, network, proof }: CodeRequest,
): Promise<void> {
  const { captcha, clock, limits, mail, settings } = appContext;
  await limits.take(EMAILS_OF_NETWORK, network);
  // An expired or used proof is not an error, because the smaller limit still applies.
  if (proof === '' || !(await captcha.verify(proof))) {
    await limits.take(EMAILS_WITHOUT_PROOF, network);
  }
  await change(appContext, undefined, async (tx, after) => {
    const { code, row } = newCode(clock);
    await tx.insert(orderCodes).values({ ...row, browserId, email, createdAt: clock.now() });
    mail.send(after, orderCodeMail(settings.brandName, email, code));
  });
}

/** A condition for the codes that this browser asked for. */
export function codesOf(browserId: string, email: string): SQL | undefined {
  return and(eq(orderCodes.browserId, browserId), eq(orderCodes.email, email));
}

/** Returns the address to which the newest code of this browser went, as long as it can be entered. */
export async function findCodeAddress(
  db: Database,
  clock: Clock,
  browserId: string,
): Promise<string | undefined> {
  const [newest] = await db
    .select({ email: orderCodes.email })
    .from(orderCodes)
    .where(
      and(
        eq(orderCodes.browserId, browserId),
        gt(orderCodes.codeExpiresAt, clock.now()),
        isNull(orderCodes.usedAt),
      ),
    )
    .orderBy(desc(orderCodes.createdAt))
    .limit(1);
  return newest?.email;
}

export async function expireOrderCodes(tx: Database, clock: Clock): Promise<number> {
  const before = new Date(clock.now().getTime() - CODES_EXPIRE_AFTER_MS);
  return deleteSome(tx, orderCodes, lt(orderCodes.codeExpiresAt, before));
}

/** Anybody can cause this email, so it contains nothing of the order. */
export function orderCodeMail(brandName: string, to: string, code: string): MailMessage {
  return writeMail({
    kind: 'order-code',
    to,
    brandName,
    subject: t('{code} is your code for your order with {brandName}', { code, brandName }),
    title: t('Confirm your address'),
    unsolicited: 'confirmation',
    body: [
      t('Someone, probably you, is placing an order with {brandName} for this address.', {
        brandName,
      }),
      {
        says: t('Enter this code in the order form within {minutes} minutes: {code}', {
          minutes: CODE_VALID_MINUTES,
          code,
        }),
        code,
      },
    ],
    footer: [
      t(
        "If this wasn't you, ignore this email and don't share the code with anyone. Nothing will happen.",
      ),
    ],
  });
}
