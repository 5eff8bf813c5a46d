import { FileWindow } from './file-window.server.ts';

const MOST_ENTRIES = 2000;
/** TIFF tags: SubIFDs, the colour filter pattern of a sensor, and the DNG version. */
const RAW_TAGS = new Set([330, 33_421, 50_706]);
const PHOTOMETRIC = 262;
/** Photometric interpretations of raw photos: colour filter array and linear raw. */
const RAW_COLOURS = new Set([32_803, 34_892]);

/**
 * Detects raw photos in TIFF. Such a file's main picture is only a preview, so re-encoding it would
 * lose the photo.
 */
export function isRawPhoto(path: string): Promise<boolean> {
  return FileWindow.with(path, MOST_ENTRIES, async (file) => {
    const head = await file.read(0, 8);
    if (head.length < 8) return false;
    const isLittle = head.toString('latin1', 0, 2) === 'II';
    const short = (bytes: Buffer, at: number) =>
      isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at);
    // BigTIFF, for files beyond four gigabytes, has another number; no camera writes it.
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
