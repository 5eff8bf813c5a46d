import PostalMime, { type Attachment, type Email } from 'postal-mime';
import { MESSAGE_MAX_LENGTH } from '../../conversation/wire/rules.ts';
import { toLine, toText } from '../../platform/shown-text.ts';
import { judgeMail, type HeaderValues } from './judge-mail.ts';
import { digestsOf } from './mail-digests.ts';
import type { MailAttachment, MailToParse, ParsedMail } from './parsed-mail.ts';
import { readRoute } from './read-route.ts';
import {
  holdsSecrets,
  possibleSecretsIn,
  redactSecrets,
  type OwnAddresses,
} from './redact-secrets.ts';
import { splitReply, type SplitReply } from './split-reply.ts';
import { unwrapMail } from './unwrap-mail.ts';

/** More than any program writes; beyond it is an attack, and refused. */
const LIMITS = { maxNestingDepth: 60, maxHeadersSize: 512 * 1024 };
/** Of what a mail says, as much is looked at. */
const TEXT_MAX_LENGTH = 400_000;
/** And as much of it for where an answer ends and a quotation begins. */
const SPLIT_MAX_LENGTH = 60_000;
/** Of what is shown only when somebody asks. */
export const FOLDED_MAX_LENGTH = 20_000;
const SUBJECT_MAX_LENGTH = 200;
const ATTACHMENTS_MAX = 100;

/** What programs add for programs. */
const SIGNATURES = /^application\/(?:x-)?(?:pkcs7-signature|pgp-signature)$/;
/** Without what parts an answer from what it answers, where that took too long. */
interface Options {
  readonly isSplit: boolean;
}

/** Reads a mail from its bytes. Rejects for one that is nested, or has headers, beyond reason. */
export async function readMail(
  { raw: given, contentType = '', isCut, replyAddress, ownHost }: MailToParse,
  { isSplit }: Options,
): Promise<ParsedMail> {
  const raw = unwrapMail(given, contentType);
  const email = await PostalMime.parse(raw, { ...LIMITS, forceRfc822Attachments: true });
  const header: HeaderValues = (name) =>
    email.headers.filter(({ key }) => key === name).map(({ value }) => value);
  const own = { ownHost, replyAddress };
  const route = readRoute(email, header, own);
  const subject = toLine(email.subject ?? '', SUBJECT_MAX_LENGTH);
  const written = toText(await textOf(email), TEXT_MAX_LENGTH).slice(0, TEXT_MAX_LENGTH);
  const text = redactSecrets(written, own);
  const split: SplitReply = isSplit ? splitLong(text, replyAddress) : { said: text, folded: '' };
  const { said, folded, isWhole } = fit(split);
  const { attachments, notAdded } = attachmentsOf(email, isCut, own);
  return {
    ...route,
    ...judgeMail({ header, sender: route.sender, subject }),
    digests: digestsOf({
      date: email.date ?? header('received').at(-1) ?? '',
      subject,
      text: written,
      attachments: email.attachments.filter(isContent).map(bytesOf),
    }),
    subject: redactSecrets(subject, own),
    text: said,
    folded,
    attachments: isWhole
      ? attachments
      : [{ name: 'mail.txt', bytes: encode(text) }, ...attachments],
    notAdded,
    possibleSecrets: possibleSecretsIn(`${subject}\n${text}`),
  };
}

const encode = (text: string) => new TextEncoder().encode(text);

async function textOf(email: Email): Promise<string> {
  if (email.text !== undefined && email.text.trim() !== '') return email.text;
  return email.html === undefined ? '' : htmlToText(email.html.slice(0, TEXT_MAX_LENGTH));
}

const MARK = 'text';

/** The parser makes text of HTML where a mail has both, one after the other: so it is given both. */
async function htmlToText(html: string): Promise<string> {
  const boundary = crypto.randomUUID();
  const part = (type: string, body: string) =>
    `--${boundary}\r\nContent-Type: ${type}; charset=utf-8\r\n\r\n${body}\r\n`;
  const { text = '' } = await PostalMime.parse(
    `Content-Type: multipart/mixed; boundary="${boundary}"\r\n\r\n${part('text/plain', MARK)}${part('text/html', html)}--${boundary}--\r\n`,
  );
  return text.startsWith(MARK) ? text.slice(MARK.length) : text;
}

function splitLong(text: string, ownAddress: string): SplitReply {
  if (text.length <= SPLIT_MAX_LENGTH) return splitReply(text, ownAddress);
  const { said, folded } = splitReply(text.slice(0, SPLIT_MAX_LENGTH), ownAddress);
  return { said, folded: `${folded}\n${text.slice(SPLIT_MAX_LENGTH)}` };
}

/** Cut to what a message has, the rest folded; `isWhole` is false where even that has no room for all. */
function fit({ said, folded }: SplitReply) {
  const end = endOfMessage(said);
  const rest = [said.slice(end).trim(), folded.trim()].filter(Boolean).join('\n\n');
  return {
    said: said.slice(0, end).toWellFormed().trim(),
    folded: rest.slice(0, FOLDED_MAX_LENGTH).toWellFormed(),
    isWhole: said.length - end <= FOLDED_MAX_LENGTH,
  };
}

/** Between two words, where there are words. */
function endOfMessage(said: string): number {
  if (said.length <= MESSAGE_MAX_LENGTH) return said.length;
  const end = said.slice(0, MESSAGE_MAX_LENGTH).search(/\s\S*$/);
  return end > MESSAGE_MAX_LENGTH / 2 ? end : MESSAGE_MAX_LENGTH - 1;
}

function isContent({ mimeType }: Attachment): boolean {
  return !SIGNATURES.test(mimeType);
}

function attachmentsOf({ attachments: found }: Email, isCut: boolean, own: OwnAddresses) {
  const attachments: MailAttachment[] = [];
  const notAdded: string[] = [];
  for (const attachment of found.slice(0, ATTACHMENTS_MAX)) {
    if (!isContent(attachment)) continue;
    const name = nameOf(attachment);
    const bytes = bytesOf(attachment);
    const why = whyNot(attachment, bytes, isCut, own);
    if (why) notAdded.push(`“${name}” was not added: ${why}.`);
    else attachments.push({ name, bytes });
  }
  if (isCut) {
    notAdded.push('This mail is too large: what follows its beginning is in the mailbox alone.');
  }
  return { attachments, notAdded };
}

function whyNot(
  { mimeType, filename }: Attachment,
  bytes: Uint8Array,
  isCut: boolean,
  own: OwnAddresses,
): string | undefined {
  if (isCut) return 'its mail is too large';
  if (mimeType.startsWith('message/')) return 'a mail inside a mail may hold links that open chats';
  // All of the mail once more, packed: nobody sees what it quotes.
  if (/\/(?:x-)?ms-tnef$/.test(mimeType) || /^winmail\.dat$/i.test(filename ?? '')) {
    return 'Outlook alone can read it';
  }
  return holdsSecrets(bytes, own) ? 'it holds a link that opens a chat or an order' : undefined;
}

function nameOf({ filename, mimeType }: Attachment): string {
  const [, kind = ''] = /^[a-z]+\/([a-z\d]{1,10})$/.exec(mimeType) ?? [];
  const named = toLine(filename ?? '', 200);
  return named || (kind ? `attachment.${kind === 'plain' ? 'txt' : kind}` : 'attachment');
}

function bytesOf({ content }: Attachment): Uint8Array {
  if (typeof content === 'string') return encode(content);
  return content instanceof Uint8Array ? content : new Uint8Array(content);
}
