import { inGroups } from '../../platform/in-groups.ts';

/** Constants and checks of the chat that browser and server share (SPEC §5 and §9). */

/** What a visitor may choose when a chat begins; which there are says the shop's content. */
export interface Topic {
  /** For ever, whatever it is called. */
  readonly id: string;
  readonly name: string;
}

/** The topic of a conversation of which no other is known. */
export const OTHER_TOPIC = 'general';

export const TOPIC_MAX_LENGTH = 60;

export const TOPIC_ID = /^[a-z][a-z0-9-]{0,39}$/;

/** Characters of one message after trimming. */
export const MESSAGE_MAX_LENGTH = 4000;

/** Characters of what is kept of a mail besides what it says, as the database writes it. */
export const MESSAGE_MAIL_MAX_LENGTH = 60_000;

/** How many messages one browser writes, and one conversation gets by mail. */
export const MESSAGE_LIMIT = { name: 'message', burst: 30, perMinute: 60 };

/** How long one's own message can be taken back, by the server's clock (DECISIONS 34). */
export const TAKE_BACK_WITHIN_MS = 5 * 60 * 1000;

export const MESSAGE_TOO_LONG = `This message is too long. The limit is ${inGroups(MESSAGE_MAX_LENGTH)} characters.`;

/** Letters of a canned reply's shortcut. */
export const SHORTCUT_MAX_LENGTH = 32;

/** How a shortcut is written: after the slash, in lower case. */
export const SHORTCUT = /^[a-z0-9][a-z0-9-]*$/;

/**
 * The form of a conversation's id: prefix, milliseconds, and 26 random characters of 36, which
 * is 134 bits. It names a conversation and grants nothing (DECISIONS 12).
 */
export const CONVERSATION_ID = /^conv_\d{13}_[0-9a-z]{26}$/;

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

export const TEAM_NAME_MAX_LENGTH = 60;

/** Room for every day with a pause of its own. */
export const TEAM_HOURS_MAX_LENGTH = 240;

/** Characters of the name a visitor may give. */
export const VISITOR_NAME_MAX_LENGTH = 80;

export const VISITOR_NAME_TOO_LONG = `This name is too long. The limit is ${VISITOR_NAME_MAX_LENGTH} characters.`;

/** The code that confirms an address, as it is mailed. */
export const CONFIRMATION_CODE = /^\d{6}$/;

export const BLOCK_NOTE_MAX_LENGTH = 500;

/** What a blocked visitor reads, and where a mistake is put right. */
export const CHAT_BLOCKED =
  'The chat is not open to you at present. If this is a mistake, please tell us by phone or email: both are on our contact page.';

/** Characters of what a visitor adds to a rating. */
export const RATING_COMMENT_MAX_LENGTH = 1000;

export const RATING_COMMENT_TOO_LONG = `This comment is too long. The limit is ${RATING_COMMENT_MAX_LENGTH} characters.`;

/** How long after completion a rating can be given or changed. */
export const RATING_OPEN_MS = 7 * 24 * 60 * 60 * 1000;

/** Nobody means to see a visitor again after more than a year. */
export const SNOOZED_AT_MOST_MS = 366 * 24 * 60 * 60 * 1000;
