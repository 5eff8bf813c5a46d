import { RefusedError } from '../../../platform/errors.ts';
import type { InboundMailHost } from '../inbound-mail-host.server.ts';
import { noteWorked } from '../mailbox/intake.server.ts';
import { isTaken, type MailInOutcome } from '../../mail-outcome.ts';
import { holdsMail } from '../parse/unwrap-mail.ts';
import { takeMail } from '../take-mail.server.ts';
import { showsMailSecret } from './mail-secret.server.ts';

/** The provider must be configured to post the original email. */
const NO_MAIL =
  'Please post the mail as it came, headers and all (raw MIME): alone with the type message/rfc822, or in the field that SendGrid, Mailgun or Postmark have for it.';
const IN_FIELD = /^(?:multipart|application\/(?:json|x-www-form-urlencoded))/i;
/** Every email contains such a header line near its beginning. */
const HEADERS = /^[!-9;-~]{1,80}:[ \t]/m;

/**
 * Processes an email posted by a provider. Throws {@link RefusedError}: 404 if not configured, 401 without
 * the secret, 400 for anything but an email, 429 too many, 503 if the provider should retry.
 */
export async function takePostedMail(
  host: InboundMailHost,
  headers: Headers,
  readBody: () => Promise<ArrayBuffer>,
): Promise<MailInOutcome> {
  if (!host.settings.mailIn?.webhookSecret) throw new RefusedError(404, 'There is nothing here.');
  if (!showsMailSecret(host.settings, headers.get('Authorization'))) {
    throw new RefusedError(401, 'This is not the secret of MAIL_WEBHOOK_SECRET.');
  }
  const raw = new Uint8Array(await readBody());
  const contentType = headers.get('Content-Type') ?? '';
  const start = new TextDecoder('latin1').decode(raw.subarray(0, 4000));
  const isMail = IN_FIELD.test(contentType) ? holdsMail(raw, contentType) : HEADERS.test(start);
  if (!isMail) throw new RefusedError(400, NO_MAIL);
  const outcome = await takeMail(host, { raw, contentType, way: 'webhook' });
  await noteWorked(host, 'webhook', isTaken(outcome));
  if (outcome === 'too many')
    throw new RefusedError(429, 'That was too much. Please post it later.');
  return outcome;
}
