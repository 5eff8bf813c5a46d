import { createHash, createHmac, hash } from 'node:crypto';
import type { ReceivedEmail } from '../../chat/server/email/conversation-emails.server.ts';
import { toUuid } from '../../platform/uuid-of.ts';
import type { ParsedMail } from '../protocol/parsed-mail.ts';

/**
 * Identifies an email by its Message-ID and a digest of its content. Some programs reuse the same id, and
 * servers invent a new one for each copy of an email without an id. In that case the sender replaces the id.
 */
export function nameOfMail({
  messageId,
  sender,
  digests: [whole = ''],
}: Pick<ParsedMail, 'messageId' | 'sender' | 'digests'>): string {
  return `${messageId || `from ${sender}`} ${whole}`;
}

export function toReceived(mail: ParsedMail, writer: string): ReceivedEmail {
  const { messageId, subject, digests } = mail;
  return { messageId, address: writer, subject, digests };
}

/** Derives the message's idempotency key, which is the same for every copy of an email. */
export function clientIdOf(mailName: string): string {
  return toUuid(hash('sha256', `mail ${mailName}`, 'buffer'));
}

/** Derives an attachment's id, so that processing an email again adds nothing twice. */
export function fileIdOf(conversationId: string, clientId: string, index: number): string {
  return toUuid(hash('sha256', `file ${conversationId} ${clientId} ${index}`, 'buffer'));
}

/**
 * Derives the seed of a conversation started by an email. The HMAC keeps others from predicting ids, and the
 * writer is included so that another writer's email with the same Message-ID starts a different conversation.
 */
export function seedOf(secret: string, mailName: string, sender: string): Buffer {
  return createHmac('sha256', secret).update(`mail ${sender} ${mailName}`).digest();
}

export function conversationIdOf(seed: Buffer, seenAt: Date): string {
  const letters = createHash('sha512').update('conversation').update(seed).digest();
  const random = [...letters].map((byte) => (byte % 36).toString(36)).slice(0, 26);
  return `conv_${String(seenAt.getTime()).padStart(13, '0')}_${random.join('')}`;
}
