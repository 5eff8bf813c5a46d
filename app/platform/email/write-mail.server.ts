import { languageNow, t } from '../../i18n/translate.ts';
import { directionOf } from '../languages.ts';
import { toLine } from '../shown-text.ts';
import type { EmailKind } from './email-kinds.ts';
import type { MailMessage } from './mail.ts';

interface MailTheme {
  readonly primary: string;
  readonly onPrimary: string;
}

/** The appearance of the shop's emails: readable colours for light and dark mode, and the logo. */
export interface MailLook {
  readonly day: MailTheme;
  readonly night: MailTheme;
  /** The shop's address, which ends every email. */
  readonly site?: string;
  /** Addresses of pictures in formats that every email program can show. */
  readonly logo?: {
    readonly src: string;
    /** The logo for dark mode; without it, the first one stands on white. */
    readonly dark?: string;
    /** True when the shop's name is written beside the logo. */
    readonly isNamed: boolean;
  };
}

/** The colours that every shop's emails share. */
export const MAIL_COLOURS = {
  day: {
    page: '#faf9f5',
    card: '#ffffff',
    sunken: '#f1efe8',
    ink: '#12172b',
    small: '#636a80',
    line: '#e3dfd5',
  },
  night: {
    page: '#0c1020',
    card: '#151a2e',
    sunken: '#0c1020',
    ink: '#f4f2eb',
    small: '#bcc1d3',
    line: '#272e49',
  },
} as const;
const { day: DAY, night: NIGHT } = MAIL_COLOURS;

export const FIRST_LOOK: MailLook = {
  day: { primary: '#2540e0', onPrimary: '#ffffff' },
  night: { primary: '#93a4ff', onPrimary: '#0c1020' },
};

const LOOK = Symbol.for('embarka.mail-look');

// The server's modules exist twice, once loaded by Node and once in the bundle of the pages; both must send emails that
// look the same.
const shared = globalThis as { [LOOK]?: () => MailLook };

/**
 * A part of an email. A string is a paragraph; empty ones are omitted. In HTML, a button is followed by its address, for
 * programs that disable links. `label` is the button below a sentence that introduces the address, so the text version
 * has the address alone.
 */
export type MailPart =
  | string
  | { readonly quote: string; readonly by: string }
  | { readonly hint: string }
  /** A table of names and values, such as the lines of an order. */
  | { readonly rows: readonly (readonly [name: string, value: string])[] }
  /** The sentence contains the code, which HTML shows large. */
  | { readonly says: string; readonly code: string }
  | { readonly button: string; readonly href: string }
  | { readonly label: string; readonly href: string }
  | { readonly link: string; readonly href: string }
  | { readonly href: string; readonly says?: string };

/** The structured content of an email; all other fields are passed on unchanged. */
export interface MailContent extends Omit<MailMessage, 'text' | 'html' | 'kind'> {
  readonly kind: EmailKind;
  readonly brandName: string;
  /** The heading. Default: the subject. */
  readonly title?: string;
  readonly body: readonly MailPart[];
  /** Says why the recipient gets the email and how to stop such emails. */
  readonly footer?: readonly MailPart[];
}

/**
 * Renders an email as text and as HTML in the shop's look, from the same content; user input is
 * escaped.
 */
export function writeMail(content: MailContent): MailMessage {
  const { brandName, title = content.subject, body, footer = [], ...message } = content;
  const look = shared[LOOK]?.() ?? FIRST_LOOK;
  const signature = look.site === undefined ? brandName : `${brandName}\n${look.site}`;
  const text = [title, ...body, ...footer].map(toText).filter(Boolean);
  return {
    ...message,
    text: `${[...text, signature].join('\n\n')}\n`,
    html: toPage(look, {
      subject: message.subject,
      preheader: preheaderOf(body),
      head: headOf(brandName, look),
      card: `<h1 dir="auto" class="ink" style="margin:0 0 16px;font-size:24px;line-height:1.25;color:${DAY.ink}">${escape(title)}</h1>\n${toHtml(body, look)}`,
      footer: `${toHtml(footer, look)}\n${signatureOf(brandName, look)}`,
    }),
  };
}

function toText(part: MailPart): string {
  if (typeof part === 'string') return part;
  if ('quote' in part) return `${part.by}:\n${part.quote}`;
  if ('hint' in part) return part.hint;
  if ('rows' in part) return part.rows.map(([name, value]) => `${name}: ${value}`).join('\n');
  if ('code' in part) return part.says;
  if ('button' in part) return `${part.button}:\n${part.href}`;
  if ('label' in part) return part.href;
  if ('link' in part) return `${part.link}:\n${part.href}`;
  return part.says ? `${part.says}\n${part.href}` : part.href;
}

const PREHEADER_LENGTH = 140;

/** Keeps the rest of the email out of the preview, which would repeat the shop's name and the heading. */
const PREHEADER_END = '&#847;&zwnj;&nbsp;'.repeat(60);

/** The line that inboxes show beside the subject: the beginning of the body. */
function preheaderOf(body: readonly MailPart[]): string {
  const words = body.flatMap((part) => {
    if (typeof part === 'string') return [part];
    if ('quote' in part) return [part.quote];
    return 'code' in part ? [part.says] : [];
  });
  return toLine(words.join(' '), PREHEADER_LENGTH);
}

interface Page {
  readonly subject: string;
  readonly preheader: string;
  /** These are HTML. */
  readonly head: string;
  readonly card: string;
  readonly footer: string;
}

const FONT = "'Instrument Sans',system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif";
const TABLE = 'role="presentation" border="0" cellpadding="0" cellspacing="0"';

/** Tables, because Outlook for Windows knows neither `max-width` nor the padding of a `div`. */
function toPage(look: MailLook, { subject, preheader, head, card, footer }: Page): string {
  const direction = directionOf(languageNow());
  return `<!doctype html>
<html lang="${languageNow()}" dir="${direction}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<meta name="x-apple-disable-message-reformatting">
<title>${escape(subject)}</title>
<style>${styleOf(look)}</style>
<!--[if mso]><style>body,table,td,p,a,h1{font-family:Arial,sans-serif!important}</style><![endif]--></head>
<body class="page" style="margin:0;padding:0;background:${DAY.page};color:${DAY.ink}">
<div style="display:none;font-size:1px;line-height:1px;max-height:0;max-width:0;opacity:0;overflow:hidden;mso-hide:all">${escape(preheader)}${PREHEADER_END}</div>
<table ${TABLE} width="100%" class="page" bgcolor="${DAY.page}" style="background:${DAY.page}"><tr><td style="padding:24px 12px">
<!--[if mso]><table ${TABLE} width="600" align="center"><tr><td><![endif]-->
<table ${TABLE} align="center" width="100%" dir="${direction}" style="max-width:600px;margin:0 auto;table-layout:fixed;font:16px/1.55 ${FONT};color:${DAY.ink};word-wrap:break-word;word-break:break-word">
<tr><td class="ink" style="padding:0 4px 16px;font-weight:700;font-size:20px;color:${DAY.ink}">${head}</td></tr>
<tr><td class="card" bgcolor="${DAY.card}" style="background:${DAY.card};color:${DAY.ink};border:1px solid ${DAY.line};border-radius:20px;padding:24px 20px 8px">
${card}
</td></tr>
<tr><td class="small" style="padding:16px 8px 0;color:${DAY.small};font-size:14px">
${footer}
</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table></body></html>
`;
}

function styleOf({ night }: MailLook): string {
  const rules = [
    `.page{background:${NIGHT.page}!important;color:${NIGHT.ink}!important}`,
    `.ink{color:${NIGHT.ink}!important}`,
    `.card{background:${NIGHT.card}!important;color:${NIGHT.ink}!important;border-color:${NIGHT.line}!important}`,
    `.row{border-color:${NIGHT.line}!important}`,
    `.small{color:${NIGHT.small}!important}`,
    `.quote{background:${NIGHT.sunken}!important;color:${NIGHT.ink}!important}`,
    `.button{background:${night.primary}!important;color:${night.onPrimary}!important}`,
    `.link{color:${night.primary}!important}`,
    '.by-day{display:none!important}.by-night{display:inline-block!important}.plate{background:#fff!important;color:#12172b!important}',
  ];
  return `:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${rules.join('')}}`;
}

const LOGO =
  'max-width:220px;height:40px;width:auto;border:0;border-radius:6px;vertical-align:middle';

function headOf(brandName: string, { logo }: MailLook): string {
  if (!logo) return `<span dir="auto">${escape(brandName)}</span>`;
  const picture = (src: string, name: string, more = '') =>
    `<img class="${name}" src="${escape(src)}" alt="${logo.isNamed ? '' : escape(brandName)}" height="40" style="${LOGO}${more}">`;
  const pictures = logo.dark
    ? // Programs without support for styles would show both pictures.
      `${picture(logo.src, 'by-day')}<!--[if !mso]><!-->${picture(logo.dark, 'by-night', ';display:none')}<!--<![endif]-->`
    : picture(logo.src, 'plate');
  return logo.isNamed ? `${pictures} <span dir="auto">${escape(brandName)}</span>` : pictures;
}

function signatureOf(brandName: string, { day, site }: MailLook): string {
  const where =
    site === undefined
      ? ''
      : `<br><a class="link" href="${escape(site)}" style="color:${day.primary}">${escape(site)}</a>`;
  return `<p style="margin:0 0 16px"><span dir="auto">${escape(brandName)}</span>${where}</p>`;
}

function toHtml(parts: readonly MailPart[], look: MailLook): string {
  return parts
    .filter((part) => part !== '')
    .map((part) => partToHtml(part, look))
    .join('\n');
}

const P = '<p dir="auto" style="margin:0 0 16px">';
const SMALL = `class="small" style="margin:0 0 16px;color:${DAY.small};font-size:14px"`;

function partToHtml(part: MailPart, look: MailLook): string {
  const { day } = look;
  if (typeof part === 'string') return `${P}${escape(part)}</p>`;
  if ('quote' in part) {
    return (
      `<p dir="auto" class="small" style="margin:0 0 4px;color:${DAY.small};font-size:14px">${escape(part.by)}</p>` +
      `<div dir="auto" class="quote" style="margin:0 0 16px;padding:10px 14px;background:${DAY.sunken};color:${DAY.ink};border-radius:18px 18px 18px 4px;white-space:pre-wrap">${quoteToHtml(part.quote)}</div>`
    );
  }
  if ('hint' in part) return `<p dir="auto" ${SMALL}>${escape(part.hint)}</p>`;
  if ('rows' in part) return rowsToHtml(part.rows);
  if ('code' in part) return `${P}${codeToHtml(part)}</p>`;
  const href = escape(part.href);
  const link = (words: string) =>
    `<a class="link" href="${href}" style="color:${day.primary}">${words}</a>`;
  if ('button' in part || 'label' in part) {
    const words = escape('button' in part ? part.button : part.label);
    return `<table ${TABLE} style="margin:24px 0 16px"><tr><td class="button" align="center" bgcolor="${day.primary}" style="background:${day.primary};border-radius:14px;mso-padding-alt:14px 22px"><a class="button" href="${href}" style="display:inline-block;padding:14px 22px;background:${day.primary};color:${day.onPrimary};border-radius:14px;font-weight:600;text-decoration:none">${words}</a></td></tr></table>
<p dir="auto" ${SMALL}>${escape(t("If the button doesn't work, open this address:"))}<br><span dir="ltr">${link(href)}</span></p>`;
  }
  const says = 'says' in part && part.says ? `${escape(part.says)}<br>` : '';
  return `${P}${says}${link('link' in part ? escape(part.link) : href)}</p>`;
}

/** Gmail and Outlook know neither `bdi` nor the sides that depend on the direction, such as `padding-inline-start`. */
function sidesNow() {
  return directionOf(languageNow()) === 'rtl'
    ? ({ start: 'right', end: 'left' } as const)
    : ({ start: 'left', end: 'right' } as const);
}

/** Each line has a direction of its own, because mail programs drop the style that says so for the whole text. */
function quoteToHtml(quote: string): string {
  return quote
    .split('\n')
    .map((line) => (line === '' ? '<br>' : `<div dir="auto">${escape(line)}</div>`))
    .join('');
}

function rowsToHtml(rows: readonly (readonly [name: string, value: string])[]): string {
  const cell = `class="row" style="padding:8px 0;border-top:1px solid ${DAY.line};vertical-align:top`;
  const { start, end } = sidesNow();
  const lines = rows.map(
    ([name, value]) =>
      `<tr><td ${cell}"><span dir="auto">${escape(name)}</span></td><td align="${end}" ${cell};text-align:${end};white-space:nowrap;padding-${start}:16px"><span dir="auto">${escape(value)}</span></td></tr>`,
  );
  return `<table width="100%" border="0" cellpadding="0" cellspacing="0" style="margin:0 0 16px">\n${lines.join('\n')}\n</table>`;
}

function codeToHtml({ says, code }: { readonly says: string; readonly code: string }): string {
  const large = `<strong dir="ltr" style="display:inline-block;font-size:28px;line-height:1.5;letter-spacing:4px">${escape(code)}</strong>`;
  return says.split(code).map(escape).join(large);
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
  shared[LOOK] = source;
  return () => {
    if (shared[LOOK] === source) delete shared[LOOK];
  };
}
