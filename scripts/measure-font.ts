/** The metrics that decide how much room a text takes, relative to the font size. */
export interface FontMetrics {
  readonly ascent: number;
  readonly descent: number;
  readonly lineGap: number;
  /** The average width of English letters, weighted by frequency. */
  readonly letterWidth: number;
}

/** Letters per 1,000 characters of English text, including spaces. */
const LETTERS = {
  ' ': 182,
  e: 104,
  t: 74,
  a: 67,
  o: 61,
  i: 57,
  n: 57,
  s: 52,
  h: 50,
  r: 49,
  d: 35,
  l: 33,
  u: 23,
  c: 23,
  m: 20,
  w: 19,
  f: 18,
  g: 16,
  y: 16,
  p: 16,
  b: 12,
  v: 8,
  k: 6,
} as const;

type Letter = keyof typeof LETTERS;

/** In thousandths of the font size: Arial and Liberation Sans have the widths of Helvetica. */
const ARIAL: Readonly<Record<'regular' | 'bold', Readonly<Record<Letter, number>>>> = {
  regular: widths(
    '278 556 278 556 556 222 556 500 556 333 556 222 556 500 833 722 278 556 500 556 556 500 500',
  ),
  bold: widths(
    '278 556 333 556 611 278 611 556 611 389 611 278 611 556 889 778 333 611 556 611 611 556 556',
  ),
};

export function arialLetterWidth(weight: keyof typeof ARIAL): number {
  return meanWidth((letter) => ARIAL[weight][letter] / 1000);
}

/** Reads the tables of an uncompressed font without variation axes. */
export function measureFont(font: Buffer): FontMetrics {
  const table = tablesOf(font);
  const unitsPerEm = table('head').readUInt16BE(18);
  const hhea = table('hhea');
  const widthCount = hhea.readUInt16BE(34);
  const hmtx = table('hmtx');
  const glyphOf = glyphsOf(table('cmap'));
  return {
    ascent: hhea.readInt16BE(4) / unitsPerEm,
    descent: -hhea.readInt16BE(6) / unitsPerEm,
    lineGap: hhea.readInt16BE(8) / unitsPerEm,
    letterWidth: meanWidth((letter) => {
      const glyph = Math.min(glyphOf(letter), widthCount - 1);
      return hmtx.readUInt16BE(glyph * 4) / unitsPerEm;
    }),
  };
}

function meanWidth(widthOf: (letter: Letter) => number): number {
  const letters = Object.entries(LETTERS) as [Letter, number][];
  const count = letters.reduce((sum, [, often]) => sum + often, 0);
  return letters.reduce((sum, [letter, often]) => sum + often * widthOf(letter), 0) / count;
}

function widths(text: string): Record<Letter, number> {
  const numbers = text.split(' ').map(Number);
  const pairs = Object.keys(LETTERS).map((letter, at) => [letter, numbers[at]]);
  return Object.fromEntries(pairs) as Record<Letter, number>;
}

function tablesOf(font: Buffer): (tag: string) => Buffer {
  return (tag) => {
    const count = font.readUInt16BE(4);
    for (let at = 12; at < 12 + count * 16; at += 16) {
      if (font.toString('latin1', at, at + 4) !== tag) continue;
      const offset = font.readUInt32BE(at + 8);
      return font.subarray(offset, offset + font.readUInt32BE(at + 12));
    }
    throw new Error(`The font has no table '${tag}'`);
  };
}

/** Reads the character map in format 4, which every web font has. */
function glyphsOf(cmap: Buffer): (letter: string) => number {
  const offsets = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) =>
    cmap.readUInt32BE(8 + index * 8),
  );
  const start = offsets.find((offset) => cmap.readUInt16BE(offset) === 4);
  if (start === undefined) throw new Error('The font has no character map in format 4');
  const span = cmap.readUInt16BE(start + 6);
  const ends = start + 14;
  const starts = ends + span + 2;
  return (letter) => {
    const code = letter.codePointAt(0) ?? 0;
    for (let at = 0; at < span; at += 2) {
      if (code > cmap.readUInt16BE(ends + at)) continue;
      if (code < cmap.readUInt16BE(starts + at)) return 0;
      const delta = cmap.readUInt16BE(starts + span + at);
      const rangeAt = starts + 2 * span + at;
      const range = cmap.readUInt16BE(rangeAt);
      if (range === 0) return (code + delta) & 0xffff;
      const glyph = cmap.readUInt16BE(
        rangeAt + range + 2 * (code - cmap.readUInt16BE(starts + at)),
      );
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
    }
    return 0;
  };
}
