import { deflateSync, crc32 } from 'node:zlib';
import sharp from 'sharp';

interface TiffShape {
  readonly width: number;
  readonly height: number;
  readonly channels: number;
  readonly bits: number;
  /** 1 whole numbers, 2 signed, 3 floating point, 6 complex. */
  readonly sampleFormat?: number;
  readonly orientation?: number;
  readonly pages?: number;
  /** Tags that make it something else than a picture, such as a raw photo. */
  readonly more?: readonly (readonly [tag: number, type: number, value: number])[];
}

const ROWS = 16;

/** A TIFF whose strips are all one and the same: as many pixels as wanted in a few kilobytes. */
export function tiff(shape: TiffShape): Uint8Array<ArrayBuffer> {
  const { width, height, channels, bits, sampleFormat = 1, orientation = 1 } = shape;
  const { pages = 1, more = [] } = shape;
  const strip = deflateSync(Buffer.alloc(Math.ceil((width * channels * bits) / 8) * ROWS, 7));
  const strips = Math.ceil(height / ROWS);
  const lists = Buffer.alloc(8 + strip.length + strips * 8 + channels * 4);
  lists.write('II*\0', 0, 'latin1');
  strip.copy(lists, 8);
  const offsetsAt = 8 + strip.length;
  const countsAt = offsetsAt + strips * 4;
  for (let index = 0; index < strips; index += 1) {
    lists.writeUInt32LE(8, offsetsAt + index * 4);
    lists.writeUInt32LE(strip.length, countsAt + index * 4);
  }
  const bitsAt = countsAt + strips * 4;
  const formatsAt = bitsAt + channels * 2;
  for (let index = 0; index < channels; index += 1) {
    lists.writeUInt16LE(bits, bitsAt + index * 2);
    lists.writeUInt16LE(sampleFormat, formatsAt + index * 2);
  }
  const isOne = (count: number) => count <= 2;
  const several = (value: number, at: number): number =>
    isOne(channels) ? value + (channels === 2 ? value * 0x1_00_00 : 0) : at;
  const entries: (readonly [tag: number, type: number, count: number, value: number])[] = [
    [256, 4, 1, width],
    [257, 4, 1, height],
    [258, 3, channels, several(bits, bitsAt)],
    [259, 3, 1, 8],
    [262, 3, 1, channels < 3 ? 1 : 2],
    [273, 4, strips, strips === 1 ? 8 : offsetsAt],
    [274, 3, 1, orientation],
    [277, 3, 1, channels],
    [278, 4, 1, ROWS],
    [279, 4, strips, strips === 1 ? strip.length : countsAt],
    [284, 3, 1, 1],
    ...(channels === 4 ? ([[338, 3, 1, 2]] as const) : []),
    [339, 3, channels, several(sampleFormat, formatsAt)],
    ...more.map(([tag, type, value]) => [tag, type, 1, value] as const),
  ];
  entries.sort(([one], [other]) => one - other);
  const folderBytes = 2 + entries.length * 12 + 4;
  const folders = Buffer.alloc(folderBytes * pages);
  lists.writeUInt32LE(lists.length, 4);
  for (let page = 0; page < pages; page += 1) {
    const at = page * folderBytes;
    folders.writeUInt16LE(entries.length, at);
    for (const [index, [tag, type, count, value]] of entries.entries()) {
      const entry = at + 2 + index * 12;
      folders.writeUInt16LE(tag, entry);
      folders.writeUInt16LE(type, entry + 2);
      folders.writeUInt32LE(count, entry + 4);
      folders.writeUInt32LE(value, entry + 8);
    }
    const next = page === pages - 1 ? 0 : lists.length + at + folderBytes;
    folders.writeUInt32LE(next, at + folderBytes - 4);
  }
  return new Uint8Array(Buffer.concat([lists, folders]));
}

/** A GIF that moves: the one picture, drawn again and again, is written once for each time. */
export async function gif(
  width: number,
  height: number,
  frames: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const one = await solid(width, height).gif().toBuffer();
  const paletteBytes = 3 * 2 ** (((one[10] ?? 0) & 7) + 1);
  const start = 13 + paletteBytes;
  const picture = one.subarray(start, -1);
  const loop = Buffer.from('!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0', 'latin1');
  const pictures = Array.from({ length: frames }, () => picture);
  return new Uint8Array(
    Buffer.concat([one.subarray(0, start), loop, ...pictures, Buffer.from(';')]),
  );
}

/** A picture of one colour, however large. */
export function solid(width: number, height: number, channels: 3 | 4 = 3) {
  const background = { r: 20, g: 90, b: 200, alpha: 1 };
  return sharp({ create: { width, height, channels, background }, limitInputPixels: false });
}

/** A PNG with one more chunk behind its header. */
export function withPngChunk(
  png: Uint8Array,
  name: string,
  content: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const [head, rest] = [png.subarray(0, HEADER_END), png.subarray(HEADER_END)];
  return new Uint8Array(Buffer.concat([head, pngChunk(name, content), rest]));
}

/**
 * A PNG of a few bytes whose header declares so many pixels. Compressing so many takes seconds, and a
 * picture is refused by its header.
 */
export async function pngDeclaring(
  width: number,
  height: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const png = await solid(1, 1).png().toBuffer();
  const header = Buffer.from(png.subarray(SIGNATURE_END + 8, HEADER_END - 4));
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const signature = png.subarray(0, SIGNATURE_END);
  return new Uint8Array(
    Buffer.concat([signature, pngChunk('IHDR', header), png.subarray(HEADER_END)]),
  );
}

const SIGNATURE_END = 8;
/** IHDR comes first and always has 13 bytes. */
const HEADER_END = SIGNATURE_END + 25;

function pngChunk(name: string, content: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
