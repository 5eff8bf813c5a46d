import { t } from '../../../i18n/translate.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { InboundEmailContext } from '../open-inbound-mail.server.ts';
import { noteWorked } from '../mailbox/intake.server.ts';
import { isTaken, type MailInOutcome } from '../../rules.ts';
import { holdsMail } from '../parse/unwrap-mail.ts';
import { takeMail } from '../take-mail.server.ts';
import { hash, timingSafeEqual } from 'node:crypto';
import type { Settings } from '../../../platform/settings.server.ts';

/** The provider must be configured to post the original email. */
const NO_MAIL =
  'Post the raw MIME email with all headers: as the whole body with the type message/rfc822, or in the raw MIME field of SendGrid, Mailgun or Postmark.';
const IN_FIELD = /^(?:multipart|application\/(?:json|x-www-form-urlencoded))/i;
/** Every email contains such a header line near its beginning. */
const HEADERS = /^[!-9;-~]{1,80}:[ \t]/m;

/**
 * Processes an email posted by a provider, who has shown the secret. Throws {@link RefusedError}: 400 for anything
 * but an email, 429 too many, 503 if the provider should retry.
 */
export async function takePostedMail(
  appContext: InboundEmailContext,
  raw: Uint8Array,
  contentType: string,
): Promise<MailInOutcome> {
  const start = new TextDecoder('latin1').decode(raw.subarray(0, 4000));
  const isMail = IN_FIELD.test(contentType) ? holdsMail(raw, contentType) : HEADERS.test(start);
  if (!isMail) throw new RefusedError(400, NO_MAIL);
  const outcome = await takeMail(appContext, { raw, contentType, way: 'webhook' });
  await noteWorked(appContext, 'webhook', isTaken(outcome));
  if (outcome === 'too many')
    throw new RefusedError(429, t('Too many emails at once. Post this one again later.'));
  return outcome;
}

/** Throws {@link RefusedError} 404 if the webhook is not configured, and 401 without the secret. */
export function requireMailSecret(
  settings: Pick<Settings, 'mailIn'>,
  authorization: string | undefined,
): void {
  if (!settings.mailIn?.webhookSecret)
    throw new RefusedError(404, t('There is nothing at this address.'));
  if (!showsMailSecret(settings, authorization)) {
    throw new RefusedError(401, t("The secret doesn't match MAIL_WEBHOOK_SECRET."));
  }
}

/**
 * Returns true if the Authorization header contains the provider's secret: as a bearer token, or as the
 * password of any user, as in https://mail:secret@shop.example.
 */
function showsMailSecret(
  { mailIn }: Pick<Settings, 'mailIn'>,
  authorization: string | null | undefined,
): boolean {
  const secret = mailIn?.webhookSecret;
  const shown = secretIn(authorization ?? '');
  return secret !== undefined && shown !== undefined && isSame(secret, shown);
}

function secretIn(authorization: string): string | undefined {
  const [, scheme = '', value = ''] =
    /^(bearer|basic) +([\w.~+/=-]{1,1000})$/i.exec(authorization) ?? [];
  if (scheme.toLowerCase() === 'bearer') return value;
  if (scheme.toLowerCase() !== 'basic') return undefined;
  const login = Buffer.from(value, 'base64').toString('utf8');
  const at = login.indexOf(':');
  return at < 0 ? undefined : login.slice(at + 1);
}

/** Compares in constant time. */
function isSame(one: string, other: string): boolean {
  const hashOf = (text: string) => hash('sha256', text, 'buffer');
  return timingSafeEqual(hashOf(one), hashOf(other));
}
