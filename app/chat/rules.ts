/** Constants and checks of the chat that browser and server share (SPEC §5 and §9). */

/** The four topics, word for word. */
export const TOPICS = [
  'Product/Service Support',
  'Sales Inquiry',
  'Order Fulfillment',
  'General Questions',
] as const;

export type Topic = (typeof TOPICS)[number];

/** Characters of one message after trimming. */
export const MESSAGE_MAX_LENGTH = 4000;

export const MESSAGE_TOO_LONG = `This message is too long. The limit is ${MESSAGE_MAX_LENGTH.toLocaleString('en-US')} characters.`;

/**
 * The form of a conversation's id: prefix, milliseconds, and 26 random characters of 36, which
 * is 134 bits. It names a conversation and grants nothing (DECISIONS 12).
 */
export const CONVERSATION_ID = /^conv_\d{13}_[0-9a-z]{26}$/;

export function isTopic(value: unknown): value is Topic {
  return (TOPICS as readonly unknown[]).includes(value);
}

/** Makes a conversation id in the browser (SPEC §3). */
export function newConversationId(now: Date): string {
  const bytes = crypto.getRandomValues(new Uint8Array(64));
  // Bytes of 252 and above are left out: 252 is the last multiple of 36, so no letter is favoured.
  const random = Array.from(bytes)
    .filter((byte) => byte < 252)
    .slice(0, 26)
    .map((byte) => (byte % 36).toString(36))
    .join('');
  return random.length === 26 ? `conv_${now.getTime()}_${random}` : newConversationId(now);
}
