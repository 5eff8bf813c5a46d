export type AmountFault =
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'too precise' }
  /** Part of the world reads the text as a whole amount, the rest as one with decimals. */
  | { readonly kind: 'ambiguous'; readonly whole: string; readonly part: string };

const PLAIN = /^(\d{1,15})(?:\.(\d{1,6}))?$/;
const GROUPED = /^[1-9]\d{0,2}(?:,\d{3}){1,4}(?:\.\d{1,6})?$/;
/** Three digits after a single point or comma may be decimals or thousands. */
const THREE_DIGITS = /^([1-9]\d{0,2})([.,])(\d{3})$/;

/**
 * Parses a typed amount such as '1,250' or '1250.5' to the smallest unit, without floating point,
 * which would lose a cent now and then. With three decimals, the point separates decimals and
 * '1,250' is ambiguous; otherwise '1.250' is.
 */
export function readTypedAmount(text: string, digits: number): number | AmountFault {
  const typed = text.normalize('NFKC').replaceAll(/\s/g, '');
  const plain = GROUPED.test(typed) ? typed.replaceAll(',', '') : typed;
  const [, whole, part = ''] = PLAIN.exec(plain) ?? [];
  if (whole === undefined) return { kind: 'unreadable' };
  const remaining = part.replace(/(?<!0)0+$/, '');
  if (remaining.length > digits) return { kind: 'too precise' };
  const [, thousands = '', separator, rest = ''] = THREE_DIGITS.exec(typed) ?? [];
  if (separator === (digits < 3 ? '.' : ',')) {
    const decimals = digits < 3 ? rest.replace(/(?<!0)0+$/, '') : rest;
    return {
      kind: 'ambiguous',
      whole: thousands + rest,
      part: decimals === '' ? thousands : `${thousands}.${decimals}`,
    };
  }
  return Number(whole + remaining.padEnd(digits, '0'));
}
