import { SECRET_PATHS } from '../../../platform/secret-address.ts';

/**
 * Patterns for secrets in our links and addresses: 43 characters after 'token=' or the path of a page such as
 * '/order/', and 32 after the '+' of an address. Mail programs break lines inside them and insert quotation marks;
 * filters wrap links and encode '=' and '/'.
 */
const BREAK = '(?:=?\\r?\\n[>|\\s]{0,20})?';
const EQUALS = '(?:=|%3D|%253D|-3D)(?:3D)?';
const SLASH = '(?:/|%2F|%252F|_)';
/** A whole secret, possibly across line breaks, or the part that a program left up to the end of the line. */
const SECRET = `(?:(?:[\\w-]${BREAK}){42}[\\w-](?![\\w-])|[\\w-]{8,43})`;

const PATHS = SECRET_PATHS.map((path) => path.replaceAll('/', SLASH + BREAK)).join('|');

const LINK = new RegExp(
  `((?:token${BREAK}${EQUALS}|${SLASH}(?:${PATHS})${SLASH})${BREAK})(${SECRET})`,
  'gi',
);
/** The longest distance from the start of a link to its secret, including the wrapping link of a filter. */
const LINK_MAX_LENGTH = 600;
/** A secret without its link, or a checksum or key of another system. A database lookup decides. */
const BARE = /(?<![\w-])[\w-]{43}(?![\w-])/g;
const SECRET_LENGTH = 43;
const ASKED_MAX = 200;

const HIDDEN = '(removed)';

export interface OwnAddresses {
  readonly ownHostname: string;
  readonly replyAddress: string;
}

/**
 * Removes secrets that grant access to our data. An answer quotes our links, and its text is shown in a
 * browser that may belong to somebody else who typed the address. All other text stays unchanged.
 */
export function redactSecrets(text: string, own: OwnAddresses): string {
  return text
    .replace(LINK, (found, before: string, _secret: string, at: number) =>
      isOwnLink(text, at, own.ownHostname) ? `${before}${HIDDEN}` : found,
    )
    .replace(replySecret(own.replyAddress), '$1$2');
}

/** Matches the secret between the local part and the domain of our reply address, in any encoding. */
function replySecret(replyAddress: string): RegExp {
  const [name = '', domain = ''] = replyAddress.split('@');
  const [before, behind] = [name, domain].map((part) => RegExp.escape(part));
  const secret = `(?:[0-9a-f]${BREAK}){32}`;
  return new RegExp(
    `(${before}${BREAK})(?:\\+|%2B|%252B)${BREAK}${secret}((?:@|%40|%2540)${BREAK}${behind})`,
    'gi',
  );
}

function isOwnLink(text: string, at: number, ownHostname: string): boolean {
  const before = text
    .slice(Math.max(0, at - LINK_MAX_LENGTH), at)
    .replaceAll(/=?\r?\n[>|\s]{0,20}/g, '');
  const link = before.slice(before.search(/(?<!\S)\S*$/)).toLowerCase();
  const host = link.lastIndexOf(ownHostname.toLowerCase());
  if (host < 0) return false;
  // 'myshop.example' and 'shop.example.elsewhere' are other hosts. '//', '%2F' and '_' can precede the host
  // in a wrapped link.
  const start = link.slice(0, host);
  const isStart = !/[a-z\d.-]$/.test(start) || /(?:%(?:25)?|-)2f$/.test(start);
  const behind = link.slice(host + ownHostname.length);
  return isStart && (behind === '' || /^(?:[:/_?#]|%(?:25)?[23]|-[23])/.test(behind));
}

/** Returns strings with the form of our secrets, for a database lookup. */
export function possibleSecretsIn(text: string): string[] {
  const linked = Array.from(text.matchAll(LINK), ([, , secret = '']) => joined(secret));
  const bare = Array.from(text.matchAll(BARE), ([letters]) => letters);
  const possible = new Set([...linked, ...bare].filter(({ length }) => length === SECRET_LENGTH));
  return [...possible].slice(0, ASKED_MAX);
}

export function redactKnown(text: string, secrets: ReadonlySet<string>): string {
  return text
    .replace(LINK, (found, before: string, secret: string) =>
      secrets.has(joined(secret)) ? `${before}${HIDDEN}` : found,
    )
    .replace(BARE, (letters) => (secrets.has(letters) ? HIDDEN : letters));
}

function joined(secret: string): string {
  return secret.replaceAll(/[^\w-]/g, '');
}

/**
 * Returns true if a file contains a link with a secret, because some programs attach a part of the email as a
 * file.
 */
export function holdsSecrets(bytes: Uint8Array, own: OwnAddresses): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  for (const match of text.matchAll(LINK)) {
    const isWhole = joined(match[2] ?? '').length === SECRET_LENGTH;
    if (isWhole && isOwnLink(text, match.index, own.ownHostname)) return true;
  }
  return false;
}
