import { languageNow } from '../../i18n/translate.ts';
import type { MailMessage } from './mail.ts';

interface MailTheme {
  readonly primary: string;
  readonly onPrimary: string;
}

/** The appearance of the shop's emails: readable colours for light and dark mode, and the logo. */
export interface MailLook {
  readonly day: MailTheme;
  readonly night: MailTheme;
  /** Addresses of pictures in formats that every email program can show. */
  readonly logo?: {
    readonly src: string;
    /** The logo for dark mode; without it, the first one stands on white. */
    readonly dark?: string;
    /** True when the shop's name is written beside the logo. */
    readonly isNamed: boolean;
  };
}

export const FIRST_LOOK: MailLook = {
  day: { primary: '#2540e0', onPrimary: '#ffffff' },
  night: { primary: '#93a4ff', onPrimary: '#0c1020' },
};

let look: () => MailLook = () => FIRST_LOOK;

/**
 * A part of an email. A string is a paragraph; empty ones are omitted. Buttons and links show their
 * URL as text too, for programs that disable links.
 */
export type MailPart =
  | string
  | { readonly quote: string; readonly by: string }
  | { readonly hint: string }
  | { readonly button: string; readonly href: string }
  | { readonly link: string; readonly href: string }
  | { readonly href: string; readonly says?: string };

/** The structured content of an email; all other fields are passed on unchanged. */
export interface MailContent extends Omit<MailMessage, 'text' | 'html'> {
  readonly brandName: string;
  readonly title?: string;
  readonly body: readonly MailPart[];
  readonly footer?: readonly MailPart[];
}

/**
 * Renders an email as text and as HTML in the shop's look, from the same content; user input is
 * escaped.
 */
export function writeMail(content: MailContent): MailMessage {
  const { brandName, title = '', body, footer = [], ...message } = content;
  const text = [title, ...body, ...footer].map(toText).filter(Boolean);
  const look = mailLook();
  const html = `<!doctype html>
<html lang="${languageNow()}"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escape(message.subject)}</title>
<style>${nightOf(look)}</style></head>
<body class="page" style="margin:0;padding:24px 12px;background:#faf9f5;color:#12172b;font:16px/1.55 'Instrument Sans',system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto;overflow-wrap:anywhere">
<p style="margin:0 0 16px;font-weight:700;font-size:20px">${headOf(brandName, look)}</p>
<div class="card" style="background:#fff;border:1px solid #e3dfd5;border-radius:20px;padding:28px 24px 12px">
${title && `<h1 dir="auto" style="margin:0 0 16px;font-size:24px;line-height:1.2">${escape(title)}</h1>\n`}${toHtml(body, look)}
</div>
<div class="small" style="padding:16px 8px 0;color:#636a80;font-size:14px">
${toHtml(footer, look)}
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

function nightOf({ night }: MailLook): string {
  return `@media (prefers-color-scheme:dark){.page{background:#0c1020!important;color:#f4f2eb!important}.card{background:#151a2e!important;border-color:#272e49!important}.small{color:#bcc1d3!important}.quote{background:#0c1020!important}.button{background:${night.primary}!important;color:${night.onPrimary}!important}.link{color:${night.primary}!important}.by-day{display:none!important}.by-night{display:inline-block!important}.plate{background:#fff!important}}`;
}

const LOGO =
  'max-width:220px;height:40px;width:auto;border:0;border-radius:6px;vertical-align:middle';

function headOf(brandName: string, { logo }: MailLook): string {
  if (!logo) return escape(brandName);
  const picture = (src: string, name: string, more = '') =>
    `<img class="${name}" src="${escape(src)}" alt="${logo.isNamed ? '' : escape(brandName)}" height="40" style="${LOGO}${more}">`;
  const pictures = logo.dark
    ? // Programs without support for styles would show both pictures.
      `${picture(logo.src, 'by-day')}<!--[if !mso]><!-->${picture(logo.dark, 'by-night', ';display:none')}<!--<![endif]-->`
    : picture(logo.src, 'plate');
  return logo.isNamed ? `${pictures} ${escape(brandName)}` : pictures;
}

function toHtml(parts: readonly MailPart[], look: MailLook): string {
  return parts
    .filter((part) => part !== '')
    .map((part) => partToHtml(part, look))
    .join('\n');
}

const P = '<p dir="auto" style="margin:0 0 16px">';

function partToHtml(part: MailPart, { day }: MailLook): string {
  if (typeof part === 'string') return `${P}${escape(part)}</p>`;
  if ('quote' in part) {
    return (
      `<p dir="auto" class="small" style="margin:0 0 4px;color:#636a80;font-size:14px">${escape(part.by)}</p>` +
      `<div dir="auto" class="quote" style="unicode-bidi:plaintext;margin:0 0 16px;padding:10px 14px;background:#f1efe8;border-radius:18px 18px 18px 4px;white-space:pre-wrap">${escape(part.quote)}</div>`
    );
  }
  if ('hint' in part) {
    return `<p class="small" style="margin:0 0 16px;color:#636a80;font-size:14px">${escape(part.hint)}</p>`;
  }
  const href = escape(part.href);
  if ('button' in part) {
    return `<p style="margin:24px 0 16px"><a class="button" href="${href}" style="display:inline-block;padding:14px 22px;background:${day.primary};color:${day.onPrimary};border-radius:14px;font-weight:650;text-decoration:none">${escape(part.button)}</a></p>`;
  }
  const words = 'link' in part ? escape(part.link) : href;
  const says = 'says' in part && part.says ? `${escape(part.says)}<br>` : '';
  return `${P}${says}<a class="link" href="${href}" style="color:${day.primary}">${words}</a></p>`;
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Sets the look of all emails of this process; the returned function restores the default. */
export function lookAs(source: () => MailLook): () => void {
  look = source;
  return () => {
    if (look === source) look = () => FIRST_LOOK;
  };
}

function mailLook(): MailLook {
  return look();
}
