/** The digits of Arabic and Persian, with their own signs for decimals and thousands. */
const OTHER = /[٠-٩۰-۹٫٬]/g;

/** Converts digits that Arabic and Persian keyboards type: '١٢٥٠٫٥' becomes '1250.5'. */
export function toLatinDigits(text: string): string {
  return text.replaceAll(OTHER, (letter) => {
    if (letter === '٫') return '.';
    if (letter === '٬') return ',';
    const code = letter.charCodeAt(0);
    return String(code - (code < 0x6f0 ? 0x660 : 0x6f0));
  });
}
