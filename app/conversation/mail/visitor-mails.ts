import type { MailMessage } from '../../platform/mail/mail.ts';
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
    quotes: answers.map(({ text, agentName }) => ({
      name: agentName ?? brandName,
      text: cut(text),
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
  readonly quotes: readonly { readonly name: string; readonly text: string }[];
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
  const text = [
    title,
    ...quotes.map((quote) => `${quote.name}:\n${quote.text}`),
    note,
    `Open the chat:\n${link}`,
    how,
    why,
    `No more mails about this conversation:\n${stop}`,
  ];
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escape(subject)}</title></head>
<body style="margin:0;padding:24px 12px;background:#faf9f5;color:#12172b;font:16px/1.55 'Instrument Sans',system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto">
<p style="margin:0 0 16px;font-weight:700;font-size:20px">${escape(brandName)}</p>
<div style="background:#fff;border:1px solid #e3dfd5;border-radius:20px;padding:28px 24px">
<h1 style="margin:0 0 16px;font-size:24px;line-height:1.2">${escape(title)}</h1>
${quotes
  .map(
    (quote) =>
      `<p style="margin:0 0 4px;color:#636a80;font-size:14px">${escape(quote.name)}</p>` +
      `<div style="margin:0 0 16px;padding:10px 14px;background:#f1efe8;border-radius:18px 18px 18px 4px;overflow-wrap:anywhere;white-space:pre-wrap">${escape(quote.text)}</div>`,
  )
  .join('\n')}
${note ? `<p style="margin:0 0 16px;color:#444b62">${escape(note)}</p>` : ''}
<p style="margin:24px 0 16px"><a href="${escape(link)}" style="display:inline-block;padding:14px 22px;background:#2540e0;color:#fff;border-radius:14px;font-weight:650;text-decoration:none">Open the chat</a></p>
<p style="margin:0;color:#636a80;font-size:14px">${escape(how)}</p>
</div>
<p style="margin:16px 8px 8px;color:#636a80;font-size:14px">${escape(why)}</p>
<p style="margin:0 8px;font-size:14px"><a href="${escape(stop)}" style="color:#2540e0">No more mails about this conversation</a></p>
</div></body></html>
`;
  return {
    to,
    subject,
    text: `${text.filter(Boolean).join('\n\n')}\n`,
    html,
    unsubscribe: stop,
  };
}

function cut(text: string): string {
  const letters = Array.from(text);
  if (letters.length <= ANSWER_SHOWN_LENGTH) return text;
  return `${letters.slice(0, ANSWER_SHOWN_LENGTH).join('')}…`;
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
