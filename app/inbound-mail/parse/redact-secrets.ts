/**
 * The secrets of links and addresses that we mail: 43 letters behind 'token=' or '/order/', and 32
 * behind the '+' of an address. Programs that quote break lines inside of them and put marks at their
 * beginning; others wrap links into links of their own, in which '=' and '/' are written otherwise.
 */
const BREAK = '(?:=?\\r?\\n[>|\\s]{0,20})?';
const EQUALS = '(?:=|%3D|%253D|-3D)(?:3D)?';
const SLASH = '(?:/|%2F|%252F|_)';
/** Whole, over broken lines; or what a program left of it, up to where the line ends. */
const SECRET = `(?:(?:[\\w-]${BREAK}){42}[\\w-](?![\\w-])|[\\w-]{8,43})`;

const LINK = new RegExp(
  `((?:token${BREAK}${EQUALS}|${SLASH}order${SLASH})${BREAK})(${SECRET})`,
  'gi',
);
/** How far before a secret its link begins, with the address of a filter around it. */
const LINK_MAX_LENGTH = 600;
/** What may be a secret that lost its link, or a checksum or key of somebody else: a look-up tells. */
const BARE = /(?<![\w-])[\w-]{43}(?![\w-])/g;
const SECRET_LENGTH = 43;
const ASKED_MAX = 200;

const HIDDEN = '(removed)';

/** Where our links lead and our mails are answered. */
export interface OwnAddresses {
  readonly ownHost: string;
  readonly replyAddress: string;
}

/**
 * Takes out what opens something of ours. A mail that answers ours quotes our links, and what it says
 * is shown in a browser that may be somebody else's, who typed the address: with such a link it would
 * be confirmed. Every other word stays as it was written.
 */
export function redactSecrets(text: string, own: OwnAddresses): string {
  return text
    .replace(LINK, (found, before: string, _secret: string, at: number) =>
      isOwnLink(text, at, own.ownHost) ? `${before}${HIDDEN}` : found,
    )
    .replace(replySecret(own.replyAddress), '$1$2');
}

/** The address before its secret, the at sign and our domain behind it, whichever way they are written. */
function replySecret(replyAddress: string): RegExp {
  const [name = '', domain = ''] = replyAddress.split('@');
  const [before, behind] = [name, domain].map((part) => RegExp.escape(part));
  const secret = `(?:[0-9a-f]${BREAK}){32}`;
  return new RegExp(
    `(${before}${BREAK})(?:\\+|%2B|%252B)${BREAK}${secret}((?:@|%40|%2540)${BREAK}${behind})`,
    'gi',
  );
}

/** Whether the link that holds what stands at `at` leads to us, perhaps through a filter. */
function isOwnLink(text: string, at: number, ownHost: string): boolean {
  const before = text
    .slice(Math.max(0, at - LINK_MAX_LENGTH), at)
    .replaceAll(/=?\r?\n[>|\s]{0,20}/g, '');
  const link = before.slice(before.search(/(?<!\S)\S*$/)).toLowerCase();
  const host = link.lastIndexOf(ownHost.toLowerCase());
  if (host < 0) return false;
  // 'myshop.example' and 'shop.example.elsewhere' are other hosts; '//', '%2F' and '_' are ends of a wrap.
  const start = link.slice(0, host);
  const isStart = !/[a-z\d.-]$/.test(start) || /(?:%(?:25)?|-)2f$/.test(start);
  const behind = link.slice(host + ownHost.length);
  return isStart && (behind === '' || /^(?:[:/_?#]|%(?:25)?[23]|-[23])/.test(behind));
}

/** What has the form of a secret of ours, and may be anything else: the database knows. */
export function possibleSecretsIn(text: string): string[] {
  const linked = Array.from(text.matchAll(LINK), ([, , secret = '']) => joined(secret));
  const bare = Array.from(text.matchAll(BARE), ([letters]) => letters);
  const possible = new Set([...linked, ...bare].filter(({ length }) => length === SECRET_LENGTH));
  return [...possible].slice(0, ASKED_MAX);
}

/** Takes out those that are ours. */
export function redactKnown(text: string, secrets: ReadonlySet<string>): string {
  return text
    .replace(LINK, (found, before: string, secret: string) =>
      secrets.has(joined(secret)) ? `${before}${HIDDEN}` : found,
    )
    .replace(BARE, (letters) => (secrets.has(letters) ? HIDDEN : letters));
}

/** Without the breaks and marks of a quotation. */
function joined(secret: string): string {
  return secret.replaceAll(/[^\w-]/g, '');
}

/** Whether a file holds a link that opens something: some programs send a part of the mail as one. */
export function holdsSecrets(bytes: Uint8Array, own: OwnAddresses): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  for (const match of text.matchAll(LINK)) {
    const isWhole = joined(match[2] ?? '').length === SECRET_LENGTH;
    if (isWhole && isOwnLink(text, match.index, own.ownHost)) return true;
  }
  return false;
}
