import PostalMime, { type Attachment, type Email } from 'postal-mime';
import { MESSAGE_MAX_LENGTH } from '../../../chat/protocol/rules.ts';
import { isBlank, toLine, toText } from '../../../platform/shown-text.ts';
import { judgeMail, type HeaderValues } from './judge-mail.ts';
import { digestsOf } from './mail-digests.ts';
import type { MailAttachment, MailToParse, ParsedMail } from '../../protocol/parsed-mail.ts';
import { encodeLongParts } from './encode-long-parts.ts';
import { htmlToText } from './html-to-text.ts';
import { openSigned, unwrapMail } from './unwrap-mail.ts';
import { HTML_RULE, type Parties } from './quotation.ts';
import { readUndelivered } from './read-report.ts';
import { readRoute } from './read-route.ts';
import {
  holdsSecrets,
  possibleSecretsIn,
  redactSecrets,
  type OwnAddresses,
} from './redact-secrets.ts';
import { repairLetters } from './repair-letters.ts';
import { splitReply, type SplitReply } from './split-reply.ts';
import { fileNotice } from '../../../chat/protocol/mail-notices.ts';
import type { StoredMessage } from '../../../platform/stored-message.ts';

/** No program writes more. An email beyond these limits is an attack and is refused. */
const LIMITS = { maxNestingDepth: 60, maxHeadersSize: 512 * 1024 };
const TEXT_MAX_LENGTH = 400_000;
const SPLIT_MAX_LENGTH = 60_000;
export const FOLDED_MAX_LENGTH = 20_000;
const SUBJECT_MAX_LENGTH = 200;
const ATTACHMENTS_MAX = 100;
/** Some programs sign, encrypt and sign an email again. */
const SIGNED_DEPTH_MAX = 3;
/** In an email whose content is only in the HTML part, the text part is short. */
const NOTICE_MAX_LENGTH = 300;

/** Parts that programs add for other programs. */
const PROGRAMS_ALONE = /^application\/(?:x-)?(?:pkcs7-signature|pgp-signature|pgp-encrypted)$/;

/** `isSplit` is false if searching for quotations took too long before. */
interface Options {
  readonly isSplit: boolean;
}

/** Parses an email. Rejects if its nesting, headers or lines exceed the limits. */
export async function readMail(
  { raw: given, contentType = '', isCut, replyAddress, fromAddress, ownHostname }: MailToParse,
  { isSplit }: Options,
): Promise<ParsedMail> {
  const raw = unwrapMail(given, contentType);
  const { email, isEncrypted, ...content } = await readContent(raw, SIGNED_DEPTH_MAX);
  const header: HeaderValues = (name) =>
    email.headers.filter(({ key }) => key === name).map(({ value }) => value);
  const own = { ownHostname, replyAddress };
  const route = readRoute(email, header, own);
  const subject = toLine(email.subject ?? '', SUBJECT_MAX_LENGTH);
  const parties = {
    own: [replyAddress, fromAddress].filter(Boolean).map((address) => address.toLowerCase()),
    sender: route.sender,
    subject,
  };
  const answer = divide(content, parties, own, isSplit);
  const { text, split } = isBlank(answer.text)
    ? ((await forwarded(content.attachments, parties, own)) ?? answer)
    : answer;
  const { said, folded, isWhole } = fit(split);
  const { attachments, notAdded } = attachmentsOf(content.attachments, isCut, own);
  return {
    ...route,
    ...judgeMail({ header, sender: route.sender, subject }),
    undelivered: readUndelivered(header('content-type')[0] ?? '', raw),
    digests: digestsOf({
      date: email.date ?? header('received').at(-1) ?? '',
      subject,
      text: content.text || content.html,
      attachments: content.attachments.filter(isContent).map(bytesOf),
    }),
    subject: redactSecrets(subject, own),
    text: said,
    folded,
    attachments: isWhole
      ? attachments
      : [{ name: 'mail.txt', bytes: encode(text) }, ...attachments],
    notAdded: isEncrypted ? [ENCRYPTED, ...notAdded] : notAdded,
    isEncrypted,
    possibleSecrets: possibleSecretsIn(`${subject}\n${text}`),
  };
}

const encode = (text: string) => new TextEncoder().encode(text);

const ENCRYPTED = fileNotice('emails.encrypted');

interface Content {
  readonly email: Email;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly Attachment[];
  readonly isEncrypted: boolean;
}

async function readContent(raw: Uint8Array, depth: number): Promise<Content> {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const email = await PostalMime.parse(encodeLongParts(repairLetters(bytes)), {
    ...LIMITS,
    forceRfc822Attachments: true,
  });
  const texts = [email.text ?? ''];
  const htmls = [email.html ?? ''];
  const attachments: Attachment[] = [];
  let isEncrypted = email.attachments.some(({ mimeType }) => mimeType === PGP_ENCRYPTED);
  for (const attachment of email.attachments) {
    const opened = isSigned(attachment) ? tryOpening(bytesOf(attachment)) : undefined;
    isEncrypted ||= opened === 'encrypted';
    if (opened === undefined || opened === 'encrypted' || depth === 0 || !isEntity(opened)) {
      attachments.push(attachment);
      continue;
    }
    // oxlint-disable-next-line no-await-in-loop -- an email has one
    const inner = await readContent(opened, depth - 1);
    texts.push(inner.text);
    htmls.push(inner.html);
    attachments.push(...inner.attachments);
    isEncrypted ||= inner.isEncrypted;
  }
  const join = (parts: readonly string[]) => parts.filter((part) => !isBlank(part)).join('\n');
  const text = join(texts);
  isEncrypted ||= text.includes('-----BEGIN PGP MESSAGE-----');
  return { email, text, html: join(htmls), attachments, isEncrypted };
}

const PGP_ENCRYPTED = 'application/pgp-encrypted';

/** Signed documents such as 'contract.pdf.p7m' are files. */
function isSigned({ mimeType, filename }: Attachment): boolean {
  const name = (filename ?? '').trim();
  return /^application\/(?:x-)?pkcs7-mime$/.test(mimeType)
    ? name === '' || /^[^.]{0,100}(?:\.p7m)?$/i.test(name)
    : /^smime\.p7m$/i.test(name);
}

function tryOpening(bytes: Uint8Array) {
  try {
    return openSigned(bytes);
  } catch {
    return undefined;
  }
}

function isEntity(bytes: Uint8Array): boolean {
  return /^[\w-]{1,60}:/.test(Buffer.from(bytes.subarray(0, 80)).toString('latin1'));
}

/** Chooses the most reliable text and splits it into answer and quotation. */
function divide(
  content: Pick<Content, 'text' | 'html'>,
  parties: Parties,
  own: OwnAddresses,
  isSplit: boolean,
) {
  const divideOne = (text: string) =>
    divideText(redactSecrets(toText(text, TEXT_MAX_LENGTH), own), parties, isSplit);
  const plain = isBlank(content.text) ? undefined : divideOne(content.text);
  if (content.html === '') return plain ?? NOTHING;
  const converted = htmlToText(content.html, parties, TEXT_MAX_LENGTH);
  if (isBlank(converted.text)) return plain ?? NOTHING;
  const html = divideOne(converted.text);
  if (!plain) return html;
  const isBetter = html.split.isQuoting && !plain.split.isQuoting;
  return isBetter || isNotice(plain.split.said, converted.text) ? html : plain;
}

/** Returns the text of an email that was forwarded as a file, if the outer email has no text. */
async function forwarded(attachments: readonly Attachment[], parties: Parties, own: OwnAddresses) {
  const [file, another] = attachments.filter(({ mimeType }) => mimeType === 'message/rfc822');
  if (!file || another) return undefined;
  const { email, ...content } = await readContent(bytesOf(file), 1);
  const { sender } = readRoute(email, () => [], own);
  if (parties.own.includes(sender)) return undefined;
  const inner = divide(content, NO_PARTIES, own, false);
  const head = [email.from?.name, sender && `<${sender}>`, email.subject].filter(Boolean).join(' ');
  const line = redactSecrets(toLine(head, 2 * SUBJECT_MAX_LENGTH), own);
  return isBlank(inner.text)
    ? undefined
    : divideText(`${line}\n\n${inner.text}`, NO_PARTIES, false);
}

const NO_PARTIES: Parties = { own: [], sender: '', subject: '' };

const NOTHING = { text: '', split: { said: '', folded: '', isQuoting: false } };

function divideText(given: string, parties: Parties, isSplit: boolean) {
  const text = given.slice(0, TEXT_MAX_LENGTH);
  const split: SplitReply = isSplit
    ? splitLong(text, parties)
    : { said: text.replaceAll(HTML_RULE, ''), folded: '', isQuoting: false };
  return { text: text.replaceAll(HTML_RULE, ''), split };
}

/** Detects a short note such as 'Your program cannot show this email' that does not appear in the HTML part. */
function isNotice(said: string, html: string): boolean {
  const letters = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
  if (said.length > NOTICE_MAX_LENGTH) return false;
  const words = letters(said);
  return words !== '' && !letters(html).includes(words);
}

function splitLong(text: string, parties: Parties): SplitReply {
  if (text.length <= SPLIT_MAX_LENGTH) return splitReply(text, parties);
  const split = splitReply(text.slice(0, SPLIT_MAX_LENGTH), parties);
  return { ...split, folded: `${split.folded}\n${text.slice(SPLIT_MAX_LENGTH)}` };
}

/**
 * Cuts the text to a message's limit and folds the rest. `isWhole` is false if the folded text was cut, too.
 */
function fit({ said, folded }: SplitReply) {
  const end = endOfMessage(said);
  const rest = [said.slice(end).trim(), folded.trim()].filter(Boolean).join('\n\n');
  return {
    said: said.slice(0, end).toWellFormed().trim(),
    folded: rest.slice(0, FOLDED_MAX_LENGTH).toWellFormed(),
    isWhole: said.length - end <= FOLDED_MAX_LENGTH,
  };
}

function endOfMessage(said: string): number {
  if (said.length <= MESSAGE_MAX_LENGTH) return said.length;
  const end = said.slice(0, MESSAGE_MAX_LENGTH).search(/\s\S*$/);
  return end > MESSAGE_MAX_LENGTH / 2 ? end : MESSAGE_MAX_LENGTH - 1;
}

function isContent({ mimeType }: Attachment): boolean {
  return !PROGRAMS_ALONE.test(mimeType);
}

/** A picture that the HTML part shows. */
function isInline({ mimeType, disposition, related, contentId }: Attachment): boolean {
  const isShown = related === true || (disposition === 'inline' && contentId !== undefined);
  return isShown && mimeType.startsWith('image/');
}

function attachmentsOf(found: readonly Attachment[], isCut: boolean, own: OwnAddresses) {
  const attachments: MailAttachment[] = [];
  const notAdded: StoredMessage[] = [];
  // Logos and icons of signatures come first in many emails, and must not use up the limits of what was attached.
  const ordered = found.toSorted((one, other) => Number(isInline(one)) - Number(isInline(other)));
  for (const attachment of ordered.slice(0, ATTACHMENTS_MAX)) {
    if (!isContent(attachment)) continue;
    const name = nameOf(attachment);
    const bytes = bytesOf(attachment);
    const why = whyNot(attachment, bytes, isCut, own);
    if (why) notAdded.push(fileNotice(why, { name }));
    else attachments.push({ name, bytes });
  }
  if (isCut) {
    notAdded.push(fileNotice('emails.cut'));
  }
  return { attachments, notAdded };
}

function whyNot(
  { mimeType, filename }: Attachment,
  bytes: Uint8Array,
  isCut: boolean,
  own: OwnAddresses,
) {
  if (isCut) return 'emails.file-of-large-email';
  if (mimeType.startsWith('message/')) return 'emails.file-is-email';
  // This file repeats the whole email in a packed form, so its quotations cannot be checked.
  if (/\/(?:x-)?ms-tnef$/.test(mimeType) || /^winmail\.dat$/i.test(filename ?? '')) {
    return 'emails.file-of-outlook';
  }
  return holdsSecrets(bytes, own) ? 'emails.file-with-link' : undefined;
}

function nameOf({ filename, mimeType }: Attachment): string {
  const given = toLine(filename ?? '', 200);
  if (given) return given;
  if (/^(?:text\/calendar|application\/ics)$/.test(mimeType)) return 'invite.ics';
  const [, kind = ''] = /^[a-z]+\/([a-z\d]{1,10})$/.exec(mimeType) ?? [];
  return kind ? `attachment.${kind === 'plain' ? 'txt' : kind}` : 'attachment';
}

function bytesOf({ content }: Attachment): Uint8Array {
  if (typeof content === 'string') return encode(content);
  return content instanceof Uint8Array ? content : new Uint8Array(content);
}
