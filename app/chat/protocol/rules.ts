import { msg } from '../../i18n/translate.ts';
import type { Language } from '../../platform/languages.ts';

/** Constants and checks of the chat that browser and server share (rules 105, 108 and 118). */

export interface Topic {
  /** The id never changes, even if the topic is renamed. */
  readonly id: string;
  readonly name: string;
}

export const OTHER_TOPIC = 'general';

export const TOPIC_MAX_LENGTH = 60;

export const TOPIC_ID = /^[a-z][a-z0-9-]{0,39}$/;

/** The limit on a message in characters, after trimming. */
export const MESSAGE_MAX_LENGTH = 4000;

/** The limit on the stored JSON of a message's email data, in characters. */
export const MESSAGE_MAIL_MAX_LENGTH = 60_000;

/** The limit per browser, and per conversation for messages by email. */
export const MESSAGE_LIMIT = { name: 'message', burst: 30, perMinute: 60 };

/** The time in which an author can unsend a message, by the server's clock (rule 118). */
export const UNSEND_WITHIN_MS = 5 * 60 * 1000;

export const MESSAGE_TOO_LONG = msg('This message is too long. The limit is 4,000 characters.');

/** The form field of a canned reply's text in a language. */
export const replyTextField = <L extends Language>(language: L) => `text.${language}` as const;

/** The limit in characters. */
export const SHORTCUT_MAX_LENGTH = 32;

/** A shortcut without its slash, in lower case. */
export const SHORTCUT = /^[a-z0-9][a-z0-9-]*$/;

/**
 * The form of a conversation id: prefix, milliseconds, and 26 characters with 36 values each, which are 134
 * bits. The id identifies a conversation and grants nothing (rule 105).
 */
export const CONVERSATION_ID = /^conv_\d{13}_[0-9a-z]{26}$/;

/** Creates a conversation id in the browser (rule 105). */
export function newConversationId(now: Date): string {
  const bytes = crypto.getRandomValues(new Uint8Array(64));
  // Bytes from 252 on are skipped: 252 is the largest multiple of 36, so that all characters are equally
  // likely.
  const random = Array.from(bytes)
    .filter((byte) => byte < 252)
    .slice(0, 26)
    .map((byte) => (byte % 36).toString(36))
    .join('');
  return random.length === 26 ? `conv_${now.getTime()}_${random}` : newConversationId(now);
}

export const TEAM_NAME_MAX_LENGTH = 60;

/** Enough for every day of the week with a break. */
export const TEAM_HOURS_MAX_LENGTH = 240;

/** The limit in characters. */
export const VISITOR_NAME_MAX_LENGTH = 80;

export const VISITOR_NAME_TOO_LONG = msg('This name is too long. The limit is 80 characters.');

export const BLOCK_NOTE_MAX_LENGTH = 500;

/** The text for a blocked visitor, which also tells how to correct a mistake. */
export const CHAT_BLOCKED = msg(
  "The chat isn't available to you at the moment. If this is a mistake, please tell us by phone or email. You'll find both on our contact page.",
);

/** The limit in characters. */
export const RATING_COMMENT_MAX_LENGTH = 1000;

export const RATING_COMMENT_TOO_LONG = msg(
  'This comment is too long. The limit is 1,000 characters.',
);

export const RATING_OPEN_MS = 7 * 24 * 60 * 60 * 1000;

/** A longer snooze is certainly a mistake. */
export const SNOOZED_AT_MOST_MS = 366 * 24 * 60 * 60 * 1000;
