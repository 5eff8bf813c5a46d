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

/** Parts the answer from what it answers. Its time grows with what strangers wrote: it has a thread of its own. */
export function splitReply(text: string): SplitReply {
  const outlook = OUTLOOK.exec(text);
  const above = outlook ? text.slice(0, outlook.index).replace(BAR, '') : text;
  const below = outlook ? text.slice(above.length).trim() : '';
  const fragments = new EmailReplyParser().read(above).getFragments();
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
