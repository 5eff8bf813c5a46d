import { FileWindow } from './file-window.server.ts';

const MOST_ENTRIES = 2000;
/** SubIFDs, the pattern of a sensor's colours, and the version of DNG. */
const RAW_TAGS = new Set([330, 33_421, 50_706]);
const PHOTOMETRIC = 262;
/** Colours of a sensor, and what it measured of each. */
const RAW_COLOURS = new Set([32_803, 34_892]);

/**
 * Whether a TIFF is the raw photo of a camera: their makers use the format for a preview of it, which is all that
 * would be left of it.
 */
export function isRawPhoto(path: string): Promise<boolean> {
  return FileWindow.with(path, MOST_ENTRIES, async (file) => {
    const head = await file.read(0, 8);
    if (head.length < 8) return false;
    const isLittle = head.toString('latin1', 0, 2) === 'II';
    const short = (bytes: Buffer, at: number) =>
      isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at);
    // That of files beyond four gigabytes, which no camera writes.
    if (short(head, 2) !== 42) return false;
    const start = isLittle ? head.readUInt32LE(4) : head.readUInt32BE(4);
    const counted = await file.read(start, 2);
    const count = counted.length === 2 ? Math.min(short(counted, 0), MOST_ENTRIES) : 0;
    for (let index = 0; index < count; index += 1) {
      const entry = await file.read(start + 2 + index * 12, 12);
      if (entry.length < 12) return false;
      const tag = short(entry, 0);
      if (RAW_TAGS.has(tag)) return true;
      if (tag === PHOTOMETRIC && RAW_COLOURS.has(short(entry, 8))) return true;
    }
    return false;
  });
}
