// These patterns remove personal data before text is sent to a model. They prefer false positives, and every
// pattern has a bounded length, so that no text can block the event loop.

const EMAIL = /[^\s@<>()[\]",;:]{1,64}@[^\s@<>()[\]",;:]{1,190}\.[\p{L}\p{N}-]{2,24}/gu;

/** An address that grants access by its path or carries a secret in its query. */
const SECRET_ADDRESS =
  /(?:https?:\/\/)?[^\s<>"']{0,200}(?:\/order\/|[?&](?:token|secret|key|code|signature)=)[^\s<>"']{1,400}/giu;
const SECRET = /\b(?=[\w-]{0,200}\d)(?=[\w-]{0,200}[A-Za-z])[\w-]{24,200}\b/g;

const HANDLE = /(?<![\p{L}\p{N}.@/])@[\p{L}_][\p{L}\p{N}_.]{2,40}/gu;

const IBAN = /\b[A-Z]{2}\d{2}(?:[ -]?[A-Z\d]{2,4}){3,8}\b/g;

/** Separators that people write between the digits of a number. */
const BETWEEN = String.raw`[\s().\/\u00a0\u2010-\u2015\u202f\u200b-\u200d\u2060_-]{0,3}`;
const DIGITS = new RegExp(
  String.raw`(?<![\p{Sc}\p{Nd}])(?:\+${BETWEEN})?\(?\p{Nd}(?:${BETWEEN}\p{Nd}){6,40}`,
  'gu',
);

/** Dates such as '2026-11-30' look like numbers with separators but are not telephone or card numbers. */
const DATE = /^(?:\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{4})(?:\s|$)/;

const CARD_DIGITS = 13;

export const MASKS = {
  email: '[e-mail address]',
  phone: '[telephone number]',
  card: '[card or account number]',
  secret: '[secret]',
  name: '[name]',
} as const;

export interface MaskOptions {
  /** Contact details of the shop, which are public and stay. */
  readonly keep?: readonly string[];
  readonly names?: readonly string[];
}

/**
 * Removes email addresses, telephone numbers, card and account numbers, secrets in addresses and the
 * visitor's name. No pattern can find personal data in free wording; the settings page says so.
 */
export function mask(text: string, { keep = [], names = [] }: MaskOptions = {}): string {
  const remaining = new Set(keep.map((one) => one.toLowerCase()));
  const originalDigits = new Set(keep.map(digitsIn).filter((digits) => digits.length > 6));
  // Invisible characters inside a number would hide it from the patterns.
  let masked = text
    .normalize('NFKC')
    .replace(/[\u00ad\u200b\u2060\ufeff]/g, '')
    .replace(SECRET_ADDRESS, MASKS.secret)
    .replace(EMAIL, (found) => (remaining.has(found.toLowerCase()) ? found : MASKS.email))
    .replace(IBAN, MASKS.card)
    .replace(SECRET, MASKS.secret)
    .replace(DIGITS, (found) => {
      const digits = digitsIn(found);
      if (DATE.test(found) || originalDigits.has(digits)) return found;
      return digits.length >= CARD_DIGITS ? MASKS.card : MASKS.phone;
    });
  for (const name of names) masked = withoutName(masked, name);
  return masked;
}

export function holdsMask(text: string): boolean {
  return Object.values(MASKS).some((sign) => text.includes(sign));
}

export function contactsIn(text: string, keep: readonly string[]): string[] {
  const remaining = new Set(keep.map((one) => one.toLowerCase()));
  const originalDigits = new Set(keep.map(digitsIn));
  const emails = text.match(EMAIL) ?? [];
  const numbers = (text.match(DIGITS) ?? []).filter(
    (found) => !DATE.test(found) && !originalDigits.has(digitsIn(found)),
  );
  // Matches user names on other networks and wallet addresses.
  const handles = text.match(HANDLE) ?? [];
  const secrets = text.match(SECRET) ?? [];
  return [...emails, ...numbers, ...handles, ...secrets].filter(
    (found) => !remaining.has(found.toLowerCase()),
  );
}

const digitsIn = (text: string) => text.replaceAll(/\P{Nd}/gu, '');

/** A shorter name part would match inside too many other words. */
const NAME_MIN_LENGTH = 3;

function withoutName(text: string, name: string): string {
  const parts = [name, ...name.split(/\s+/)]
    .map((part) => part.trim())
    .filter((part) => part.length >= NAME_MIN_LENGTH);
  return parts.reduce((masked, part) => {
    const escaped = part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
    return masked.replaceAll(
      new RegExp(String.raw`(?<![\p{L}\p{N}])${escaped}(?![\p{L}\p{N}])`, 'giu'),
      MASKS.name,
    );
  }, text);
}
