import type { MailMessage } from '../../platform/mail/mail.ts';
import { writeMail } from '../../platform/mail/write-mail.ts';
import type { Settings } from '../../platform/settings.server.ts';

/**
 * The mails to visitors. The address may be somebody else's, whom a stranger named: they say no
 * more than that a chat has an answer, repeat nothing the visitor typed, and offer the way out.
 * Their links are not logged: whoever has one has the conversation.
 */
export type Sender = Pick<Settings, 'origin' | 'brandName'>;

/** How long a mailed link works, unless it is used before. */
export const LINK_VALID_DAYS = 7;

/** An answer as a mail shows it; longer ones are cut, the whole is behind the link. */
const ANSWER_SHOWN_LENGTH = 1500;

export interface MailedAnswer {
  readonly text: string;
  /** Of what it carries; the files themselves are behind the link. */
  readonly fileNames?: readonly string[];
  /** Null for somebody who has left the team. */
  readonly agentName: string | null;
}

export function answersMail(
  sender: Sender,
  to: string,
  token: string,
  answers: readonly MailedAnswer[],
  earlier: number,
): MailMessage {
  const { brandName } = sender;
  const names = [...new Set(answers.map(({ agentName }) => agentName ?? brandName))];
  return write(sender, to, token, {
    subject: `An answer from ${brandName}`,
    title: `${names.join(' and ')} answered in the chat`,
    quotes: answers.map(({ text, fileNames = [], agentName }) => ({
      by: agentName ?? brandName,
      quote: [cut(text), ...fileNames.map((name) => `[File] ${name}`)].filter(Boolean).join('\n'),
    })),
    note:
      earlier > 0
        ? `${earlier} earlier ${earlier === 1 ? 'answer is' : 'answers are'} in the chat.`
        : '',
  });
}

export function linkMail(sender: Sender, to: string, token: string): MailMessage {
  return write(sender, to, token, {
    subject: `Continue your chat with ${sender.brandName}`,
    title: 'Continue your chat',
    quotes: [],
    note: 'Somebody, probably you, asked in the chat for a link to go on with it on another device.',
  });
}

interface Content {
  readonly subject: string;
  readonly title: string;
  readonly quotes: readonly { readonly by: string; readonly quote: string }[];
  readonly note: string;
}

function write(sender: Sender, to: string, token: string, content: Content): MailMessage {
  const { origin, brandName } = sender;
  const link = `${origin}/chat/resume?token=${token}`;
  const stop = `${origin}/chat/stop-mails?token=${token}`;
  const { subject, title, quotes, note } = content;
  const how = `The link works once, for ${LINK_VALID_DAYS} days, and moves the chat to the browser you open it in.`;
  const why =
    `This address was given in a chat with ${brandName}. If it was not you, ignore this mail: ` +
    'nothing follows from it.';
  return writeMail({
    to,
    brandName,
    subject,
    title,
    body: [...quotes, note, { button: 'Open the chat', href: link }, { hint: how }],
    footer: [why, { link: 'No more mails about this conversation', href: stop }],
    unsubscribe: stop,
  });
}

function cut(text: string): string {
  const letters = Array.from(text);
  if (letters.length <= ANSWER_SHOWN_LENGTH) return text;
  return `${letters.slice(0, ANSWER_SHOWN_LENGTH).join('')}…`;
}
