/** Types a number as an Arabic keyboard does. */
export function inArabicDigits(text: string): string {
  return text.replaceAll(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)));
}
