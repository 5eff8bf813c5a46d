import { languageNow } from '../say.ts';
import type { MailMessage } from './mail.ts';

/**
 * A piece of a mail. A string is a paragraph, an empty one is left out. Whatever has an address shows
 * it in full as text, where a program would not let anybody press it.
 */
export type MailPart =
  | string
  /** What somebody said, who is named. */
  | { readonly quote: string; readonly by: string }
  /** Said small, beside the point. */
  | { readonly hint: string }
  /** What the mail is there for. */
  | { readonly button: string; readonly href: string }
  /** Words that lead somewhere. */
  | { readonly link: string; readonly href: string }
  /** An address that is shown, after the words it belongs to, if any. */
  | { readonly href: string; readonly says?: string };

/** A mail as its writer describes it: whatever is not about what it says goes out with it as it is. */
export interface MailContent extends Omit<MailMessage, 'text' | 'html'> {
  readonly brandName: string;
  readonly title?: string;
  readonly body: readonly MailPart[];
  /** Why somebody got this, and how to get no more of it. */
  readonly footer?: readonly MailPart[];
}

/** The mail as text and as HTML, from the same words; whatever people typed is text in both. */
export function writeMail(content: MailContent): MailMessage {
  const { brandName, title = '', body, footer = [], ...message } = content;
  const text = [title, ...body, ...footer].map(toText).filter(Boolean);
  const html = `<!doctype html>
<html lang="${languageNow()}"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escape(message.subject)}</title></head>
<body style="margin:0;padding:24px 12px;background:#faf9f5;color:#12172b;font:16px/1.55 'Instrument Sans',system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto;overflow-wrap:anywhere">
<p style="margin:0 0 16px;font-weight:700;font-size:20px">${escape(brandName)}</p>
<div style="background:#fff;border:1px solid #e3dfd5;border-radius:20px;padding:28px 24px 12px">
${title && `<h1 style="margin:0 0 16px;font-size:24px;line-height:1.2">${escape(title)}</h1>\n`}${toHtml(body)}
</div>
<div style="padding:16px 8px 0;color:#636a80;font-size:14px">
${toHtml(footer)}
</div>
</div></body></html>
`;
  return { ...message, text: `${text.join('\n\n')}\n`, html };
}

function toText(part: MailPart): string {
  if (typeof part === 'string') return part;
  if ('quote' in part) return `${part.by}:\n${part.quote}`;
  if ('hint' in part) return part.hint;
  if ('button' in part) return `${part.button}:\n${part.href}`;
  if ('link' in part) return `${part.link}:\n${part.href}`;
  return part.says ? `${part.says}\n${part.href}` : part.href;
}

function toHtml(parts: readonly MailPart[]): string {
  return parts
    .filter((part) => part !== '')
    .map(partToHtml)
    .join('\n');
}

const P = '<p style="margin:0 0 16px">';

function partToHtml(part: MailPart): string {
  if (typeof part === 'string') return `${P}${escape(part)}</p>`;
  if ('quote' in part) {
    return (
      `<p style="margin:0 0 4px;color:#636a80;font-size:14px">${escape(part.by)}</p>` +
      `<div style="margin:0 0 16px;padding:10px 14px;background:#f1efe8;border-radius:18px 18px 18px 4px;white-space:pre-wrap">${escape(part.quote)}</div>`
    );
  }
  if ('hint' in part) {
    return `<p style="margin:0 0 16px;color:#636a80;font-size:14px">${escape(part.hint)}</p>`;
  }
  const href = escape(part.href);
  if ('button' in part) {
    return `<p style="margin:24px 0 16px"><a href="${href}" style="display:inline-block;padding:14px 22px;background:#2540e0;color:#fff;border-radius:14px;font-weight:650;text-decoration:none">${escape(part.button)}</a></p>`;
  }
  const words = 'link' in part ? escape(part.link) : href;
  const says = 'says' in part && part.says ? `${escape(part.says)}<br>` : '';
  return `${P}${says}<a href="${href}" style="color:#2540e0">${words}</a></p>`;
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
