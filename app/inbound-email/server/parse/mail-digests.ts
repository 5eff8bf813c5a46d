import { hash } from 'node:crypto';

interface Content {
  /** The Date header, or else the oldest Received line. */
  readonly date: string;
  readonly subject: string;
  readonly text: string;
  readonly attachments: readonly Uint8Array[];
}

/** A line that separates a footer, as mailing lists and filters add them below an email. */
const SEPARATOR = /^[ \t]*(?:--|[-_=*~#]{3,})[ \t]*$/;
/** A longer text is not a footer. */
const FOOTER_MAX_LENGTH = 2000;
const FOOTERS_MAX = 5;

/**
 * Returns digests of the content: of the whole text, and without each footer that a relay may have added.
 * Relays also change headers, line breaks and `[tags]` in the subject, so the digests leave them out.
 */
export function digestsOf({ date, subject, text, attachments }: Content): string[] {
  const at = Date.parse(date);
  const bodies = [text, ...withoutFooters(text)].map(inOneLine);
  const rest = JSON.stringify([
    Number.isNaN(at) ? inOneLine(date) : at,
    inOneLine(subject.replaceAll(/\[[^[\]]{0,80}\]/g, '')),
    attachments.map((bytes) => hash('sha256', bytes)),
  ]);
  return [...new Set(bodies.map((body) => hash('sha256', `${rest}\n${body}`, 'base64url')))];
}

function withoutFooters(text: string): string[] {
  const shorter: string[] = [];
  let end = text.length;
  while (shorter.length < FOOTERS_MAX && end > 0) {
    const start = text.lastIndexOf('\n', end - 1);
    if (text.length - start > FOOTER_MAX_LENGTH) break;
    const line = text.slice(start + 1, end);
    if (line.length < 200 && SEPARATOR.test(line)) shorter.push(text.slice(0, start + 1));
    end = start;
  }
  return shorter.filter((one) => one.trim() !== '');
}

function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
