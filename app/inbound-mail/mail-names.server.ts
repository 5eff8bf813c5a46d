import { createHash, createHmac, hash } from 'node:crypto';
import type { ReceivedEmail } from '../conversation/mail/conversation-emails.server.ts';
import type { ParsedMail } from './parse/parsed-mail.ts';

/**
 * What a mail is known by: its Message-ID and a digest of its content. Some programs give every mail
 * the same id, and servers give one that has none another each time: then its sender stands for it.
 */
export function nameOfMail({
  messageId,
  sender,
  digests: [whole = ''],
}: Pick<ParsedMail, 'messageId' | 'sender' | 'digests'>): string {
  return `${messageId || `from ${sender}`} ${whole}`;
}

/** The email as its conversation keeps it; `writer` is where an answer goes. */
export function toReceived(mail: ParsedMail, writer: string): ReceivedEmail {
  const { messageId, subject, digests } = mail;
  return { messageId, address: writer, subject, digests };
}

/** The client's id of the message that a mail becomes: the same however often it comes. */
export function clientIdOf(mailName: string): string {
  return toUuid(hash('sha256', `mail ${mailName}`, 'buffer'));
}

/** The name of an attachment, so that a mail that is taken in again adds nothing twice. */
export function fileIdOf(conversationId: string, clientId: string, index: number): string {
  return toUuid(hash('sha256', `file ${conversationId} ${clientId} ${index}`, 'buffer'));
}

/**
 * What a conversation that a mail begins is named by. Keyed: nobody can work out beforehand what another
 * mail begins. By its writer, too, so that no other's mail of the same name comes into it.
 */
export function seedOf(secret: string, mailName: string, sender: string): Buffer {
  return createHmac('sha256', secret).update(`mail ${sender} ${mailName}`).digest();
}

/** An id of a conversation, from such a seed and when it was first seen. */
export function conversationIdOf(seed: Buffer, seenAt: Date): string {
  const letters = createHash('sha512').update('conversation').update(seed).digest();
  const random = [...letters].map((byte) => (byte % 36).toString(36)).slice(0, 26);
  return `conv_${String(seenAt.getTime()).padStart(13, '0')}_${random.join('')}`;
}

/** A UUID of version 8 (RFC 9562): its bits are our own choice. */
function toUuid(digest: Buffer): string {
  const bytes = Buffer.from(digest.subarray(0, 16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
