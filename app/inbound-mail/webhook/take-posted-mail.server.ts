import { RefusedError } from '../../platform/errors.ts';
import type { InboundMailHost } from '../inbound-mail-host.server.ts';
import { noteWorked } from '../mailbox/intake.server.ts';
import { isTaken, type MailInOutcome } from '../mail-outcome.ts';
import { holdsMail } from '../parse/unwrap-mail.ts';
import { takeMail } from '../take-mail.server.ts';
import { showsMailSecret } from './mail-secret.server.ts';

/** Where a provider posts what it made of a mail: it must be set to post the mail as it came. */
const NO_MAIL =
  'Please post the mail as it came, headers and all (raw MIME): alone with the type message/rfc822, or in the field that SendGrid, Mailgun or Postmark have for it.';
const IN_FIELD = /^(?:multipart|application\/(?:json|x-www-form-urlencoded))/i;
/** Every mail has one of these, and it begins with a header. */
const HEADERS = /^[!-9;-~]{1,80}:[ \t]/m;

/**
 * Takes in a mail that a provider posts. Throws {@link RefusedError}: 404 where none is set, 401 without
 * its secret, 400 for what is no mail, 429 for more than one person writes, 503 where it is to come again.
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
