/** Characters that XML does not allow, that have no meaning of their own, and that would change the direction of the texts around them. */
const UNWANTED =
  /[\p{Cc}\p{Co}\p{Cs}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF\uFFFE\uFFFF]/gu;

/** A text of a person as one line: without control characters and direction overrides. */
export function cleanText(text: string): string {
  return text
    .replaceAll(/[\t\r\n\u2028\u2029]+/g, ' ')
    .replaceAll(UNWANTED, '')
    .trim();
}

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

export function hasRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

/** The direction of the first letter, as `dir="auto"` in HTML. */
export function directionOfText(text: string, otherwise: 'ltr' | 'rtl'): 'ltr' | 'rtl' {
  const letter = /\p{L}/u.exec(text)?.[0];
  if (letter === undefined) return otherwise;
  return RIGHT_TO_LEFT.test(letter) ? 'rtl' : 'ltr';
}
