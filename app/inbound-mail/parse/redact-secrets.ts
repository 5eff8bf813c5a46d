/**
 * The secrets of links and addresses that we mail: 43 letters behind 'token=', 32 behind the '+' of an
 * address, and what follows '/order/'. Programs that quote break lines inside of them and put marks at
 * their beginning; others wrap links into links of their own, in which '=' and '/' are written otherwise.
 */
const BREAK = '(?:=?\\r?\\n[>|\\s]*)?';
const LETTERS = (count: string) => `(?:[\\w-]${BREAK})${count}`;
const EQUALS = '(?:=|%3D|%253D|-3D)(?:3D)?';
const SLASH = '(?:/|%2F|%252F|_)';

const TOKEN = new RegExp(`(token${BREAK}${EQUALS}${BREAK})${LETTERS('{1,43}')}`, 'gi');
const ORDER = new RegExp(`(${SLASH}order${SLASH}${BREAK})${LETTERS('{16,64}')}`, 'gi');
/** A secret that lost what stood before it: nothing else that people write has this form. */
const BARE = /(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{43}(?![\w-])/g;
const REPLY = /\+[0-9a-f]{32}(?=@)/gi;

/** The same in a file, in which many rows of letters look like a secret. */
const IN_FILES = [
  new RegExp(`token${BREAK}${EQUALS}${BREAK}${LETTERS('{43}')}`, 'i'),
  new RegExp(`${SLASH}order${SLASH}${BREAK}${LETTERS('{43}')}`, 'i'),
];

const HIDDEN = '(removed)';

/**
 * Takes out what opens something. A mail that answers ours quotes our links, and what it says is shown in
 * a browser that may be somebody else's, who typed the address: with such a link it would be confirmed.
 */
export function redactSecrets(text: string): string {
  return text
    .replace(TOKEN, `$1${HIDDEN}`)
    .replace(ORDER, `$1${HIDDEN}`)
    .replace(REPLY, '')
    .replace(BARE, HIDDEN);
}

/** Whether a file holds a link that opens something: some programs send a part of the mail as one. */
export function holdsSecrets(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return IN_FILES.some((secret) => secret.test(text));
}
