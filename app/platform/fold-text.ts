/** Letters that Unicode does not decompose into a base letter and a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŋ: 'n',
  þ: 'th',
  ŧ: 't',
  ς: 'σ',
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

/** Accents, and the vowel signs that Hebrew and Arabic may omit. Other scripts need their marks. */
const MARK =
  // oxlint-disable-next-line no-misleading-character-class -- marks themselves, one by one
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f]/g;
const INVISIBLE =
  // oxlint-disable-next-line no-misleading-character-class -- joiners themselves, one by one
  /[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;
const QUOTE = /[`´‘’‚‛′ʹʼ\u1ffd]/g;
const DOUBLE_QUOTE = /[“”„‟″«»]/g;
const DASH = /[‐‑‒–—―−﹘﹣]/g;

/**
 * Normalizes a text for comparison: case, accents, Unicode form, full and half width, dashes,
 * quotes and spaces. Two texts that people consider equal become equal.
 */
export function foldText(text: string): string {
  // oxlint-disable-next-line no-control-regex -- the ASCII range
  if (/^[\x00-\x7f]*$/.test(text)) {
    return text.toLowerCase().replaceAll('`', "'").replace(/\s+/g, ' ');
  }
  return (
    text
      .replace(QUOTE, "'")
      .replace(DOUBLE_QUOTE, '"')
      .normalize('NFKD')
      // The Unicode form makes some quotes of other characters, such as 'ʼn' of 'ŉ'.
      .replace(QUOTE, "'")
      .toLowerCase()
      .replace(MARK, '')
      .replace(INVISIBLE, '')
      .replace(DASH, '-')
      .replace(LETTER, (letter) => LETTERS[letter] ?? letter)
      .replace(/\s+/g, ' ')
      .normalize('NFC')
  );
}

/** Finds the first occurrence of `sought` in the original text, comparing folded texts. */
export function findFolded(
  text: string,
  sought: string,
): { readonly start: number; readonly end: number } | undefined {
  const wanted = foldText(sought);
  if (wanted === '') return undefined;
  let folded = '';
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { 0: letter, index } of text.matchAll(/\P{M}[\p{M}ﾞﾟ]*|\p{M}+/gsu)) {
    const added = foldText(letter);
    folded += added;
    for (let count = 0; count < added.length; count += 1) {
      starts.push(index);
      ends.push(index + letter.length);
    }
  }
  const at = folded.indexOf(wanted);
  const start = starts[at];
  const end = ends[at + wanted.length - 1];
  return start === undefined || end === undefined ? undefined : { start, end };
}
