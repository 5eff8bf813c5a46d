const WORDS = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];

/** A small number as a sentence writes it. */
export function sayNumber(number: number): string {
  return WORDS[number] ?? String(number);
}
