export type Coverage = (codePoint: number) => boolean;

/** Reads which characters an OpenType font has: formats 4 and 12 of its table `cmap`. */
export function readCoverage(font: Buffer): Coverage {
  const ranges: [first: number, last: number][] = [];
  const cmap = findTable(font, 'cmap');
  const count = font.readUInt16BE(cmap + 2);
  for (let record = 0; record < count; record += 1) {
    const subtable = cmap + font.readUInt32BE(cmap + 4 + record * 8 + 4);
    const format = font.readUInt16BE(subtable);
    if (format === 12) {
      const groups = font.readUInt32BE(subtable + 12);
      for (let group = 0; group < groups; group += 1) {
        const at = subtable + 16 + group * 12;
        ranges.push([font.readUInt32BE(at), font.readUInt32BE(at + 4)]);
      }
    } else if (format === 4) {
      const segments = font.readUInt16BE(subtable + 6) / 2;
      for (let segment = 0; segment < segments; segment += 1) {
        const last = font.readUInt16BE(subtable + 14 + segment * 2);
        const first = font.readUInt16BE(subtable + 16 + (segments + segment) * 2);
        if (first !== 0xffff) ranges.push([first, last]);
      }
    }
  }
  return (codePoint) => ranges.some(([first, last]) => codePoint >= first && codePoint <= last);
}

function findTable(font: Buffer, tag: string): number {
  const count = font.readUInt16BE(4);
  for (let index = 0; index < count; index += 1) {
    const record = 12 + index * 16;
    if (font.toString('latin1', record, record + 4) === tag) return font.readUInt32BE(record + 8);
  }
  throw new Error(`The font has no table ${tag}`);
}
