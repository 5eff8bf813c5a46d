import { homeAddress } from '../../../platform/home-address.ts';
import type { MailMessage } from '../../../platform/email/mail.ts';
import { writeMail } from '../../../platform/email/write-mail.server.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import { t } from '../../../i18n/translate.ts';
import { shorten } from '../../../platform/shown-text.ts';

/**
 * Emails to visitors. A stranger may have typed the address, so the emails repeat nothing from the visitor
 * and offer a link to stop them. Links are not logged, because they grant access to the conversation.
 */
export type Sender = Pick<Settings, 'origin' | 'brandName'> & Partial<Pick<Settings, 'languages'>>;

/** A link also stops working once it is used. */
export const LINK_VALID_DAYS = 7;

const ANSWER_SHOWN_LENGTH = 1500;

export interface MailedAnswer {
  readonly text: string;
  /** Names of the attached files. The files themselves are available through the link. */
  readonly fileNames?: readonly string[];
  /** Null after the agent has left the team. */
  readonly agentName: string | null;
}

export function answersMail(
  sender: Sender,
  to: string,
  token: string,
  answers: readonly MailedAnswer[],
  earlier: number,
  replyTo?: string,
): MailMessage {
  const { brandName } = sender;
  const names = [...new Set(answers.map(({ agentName }) => agentName ?? brandName))];
  return write(sender, to, token, replyTo, {
    kind: 'chat-reply',
    subject: t('A reply from {brandName}', { brandName }),
    title: t('{names} replied in the chat', { names: names.join(t(' and ')) }),
    quotes: answers.map(({ text, fileNames = [], agentName }) => ({
      by: agentName ?? brandName,
      quote: [
        shorten(text, ANSWER_SHOWN_LENGTH),
        ...fileNames.map((name) => t('[File] {name}', { name })),
      ]
        .filter(Boolean)
        .join('\n'),
    })),
    note:
      earlier > 0
        ? t(
            '{count, plural, one {# earlier reply is} other {# earlier replies are}} in the chat.',
            { count: earlier },
          )
        : '',
  });
}

export function linkMail(sender: Sender, to: string, token: string, replyTo?: string): MailMessage {
  return write(sender, to, token, replyTo, {
    kind: 'chat-link',
    subject: t('Continue your chat with {brandName}', { brandName: sender.brandName }),
    title: t('Continue your chat'),
    quotes: [],
    note: t(
      'Someone, probably you, requested a link in the chat to continue it on another device.',
    ),
  });
}

interface Content {
  readonly kind: 'chat-reply' | 'chat-link';
  readonly subject: string;
  readonly title: string;
  readonly quotes: readonly { readonly by: string; readonly quote: string }[];
  readonly note: string;
}

function write(
  sender: Sender,
  to: string,
  token: string,
  replyTo: string | undefined,
  content: Content,
): MailMessage {
  const { brandName } = sender;
  const home = homeAddress(sender);
  const link = `${home}/chat/resume?token=${token}`;
  const stop = `${home}/chat/stop-mails?token=${token}`;
  const { kind, subject, title, quotes, note } = content;
  const how = t(
    'The link works once, within {days, plural, one {# day} other {# days}}, and moves the chat to the browser where you open it.',
    { days: LINK_VALID_DAYS },
  );
  const answer = replyTo
    ? t('You can also reply to this email: your reply appears in the chat.')
    : '';
  const why = t(
    "This address was entered in a chat with {brandName}. If this wasn't you, ignore this email. Nothing will happen.",
    { brandName },
  );
  return writeMail({
    kind,
    to,
    brandName,
    subject,
    title,
    body: [
      ...quotes,
      note,
      { button: t('Open the chat'), href: link },
      { hint: how },
      ...(answer ? [{ hint: answer }] : []),
    ],
    footer: [why, { link: t('Stop emails about this conversation'), href: stop }],
    unsubscribe: `${sender.origin}/chat/unsubscribe?token=${token}`,
    ...(replyTo ? { replyTo } : {}),
  });
}
