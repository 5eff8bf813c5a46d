import EmailReplyParser from 'email-reply-parser';

/** What somebody wrote, and what their program put around it. */
export interface SplitReply {
  readonly said: string;
  /** What was quoted and signed; of a text that answers between the quoted lines all of it. */
  readonly folded: string;
}

/**
 * How Outlook begins what it quotes, in the languages it speaks: a line that names the sender, and one
 * that names the day. What follows has no mark of its own.
 */
const OUTLOOK =
  /^[ \t>*]*(?:From|Von|De|Da|Van|Fra|Från|Od)\s?:.{1,300}\n[ \t>*]*(?:Sent|Date|Gesendet|Datum|Enviado(?: el)?|Fecha|Envoyé|Inviato|Data|Verzonden|Sendt|Dato|Skickat|Wysłano|Enviada(?: em)?)\s?:/m;
/** The bar above it. */
const BAR = /\n[ \t]*(?:_{5,}|-{5,}[^\n]{0,60})[ \t]*$/;

/** Of the lines above a quotation that name whom it quotes, in every language: an address, and a colon at the end. */
const NAMES_SENDER = /<[^<>]{0,200}@[^<>\s]{1,200}>.{0,60}[:：][ \t]*$/;
const NAMED_ON_LINES = 3;

/**
 * Marks such lines as quoted: the library knows them in some languages, and unbroken. Where nothing is
 * marked below them, as in HTML, they are told from what somebody wrote by our own address.
 */
function markQuoted(text: string, ownAddress: string): string {
  const lines = text.split('\n');
  const marked = lines.findIndex((line) => /^[ \t]*>/.test(line));
  const last =
    marked >= 0
      ? lines.findLastIndex((line, index) => index < marked && line.trim() !== '')
      : lines.findIndex((_, index) => firstNaming(lines, index, ownAddress) !== undefined);
  const first = firstNaming(lines, last, marked >= 0 ? '' : ownAddress);
  if (first === undefined) return text;
  const end = marked >= 0 ? marked : lines.length;
  return lines
    .map((line, index) => (index >= first && index < end ? `> ${line}` : line))
    .join('\n');
}

/** Where the lines begin that end with this one and name a sender; undefined where they do not. */
function firstNaming(lines: readonly string[], last: number, address: string): number | undefined {
  if (!/[:：][ \t]*$/.test(lines[last] ?? '')) return undefined;
  for (let first = last; first > last - NAMED_ON_LINES; first -= 1) {
    if ((lines[first] ?? '').trim() === '') return undefined;
    const joined = lines
      .slice(first, last + 1)
      .join(' ')
      .slice(-1000);
    if (NAMES_SENDER.test(joined) && joined.includes(address)) return first;
  }
  return undefined;
}

/** Parts the answer from what it answers. Its time grows with what strangers wrote: it has a thread of its own. */
export function splitReply(text: string, ownAddress: string): SplitReply {
  const outlook = OUTLOOK.exec(text);
  const above = outlook ? text.slice(0, outlook.index).replace(BAR, '') : text;
  const below = outlook ? text.slice(above.length).trim() : '';
  const fragments = new EmailReplyParser().read(markQuoted(above, ownAddress)).getFragments();
  const said = join(fragments.filter((fragment) => !fragment.isHidden()));
  if (said === '') {
    // Nothing but what looks like a signature, 'Cheers' say: better shown than lost.
    const signed = join(fragments.filter((fragment) => !fragment.isQuoted()));
    const quoted = join(fragments.filter((fragment) => fragment.isQuoted()));
    return { said: signed, folded: [quoted, below].filter(Boolean).join('\n\n') };
  }
  const firstHidden = fragments.findIndex((one) => one.isHidden() && !one.isEmpty());
  const isBetween =
    firstHidden >= 0 && fragments.slice(firstHidden).some((fragment) => !fragment.isHidden());
  if (isBetween) return { said, folded: text.trim() };
  const hidden = join(fragments.filter((fragment) => fragment.isHidden()));
  return { said, folded: [hidden, below].filter(Boolean).join('\n\n') };
}

function join(fragments: readonly { getContent(): string }[]): string {
  return fragments
    .map((fragment) => fragment.getContent())
    .join('\n')
    .trim();
}
