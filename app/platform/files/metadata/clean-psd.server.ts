import { FileWindow, MalformedFileError } from './file-window.server.ts';

/** The resource ids of IPTC, EXIF (two) and XMP. */
const METADATA = new Set([1028, 1058, 1059, 1060]);
/** A resource id that programs ignore. */
const NOTHING = 4999;
const MOST_RESOURCES = 5000;
const HEADER_BYTES = 26;

export function cleanPsd(path: string): Promise<void> {
  return FileWindow.with(path, MOST_RESOURCES, async (file) => {
    const lengthAt = async (at: number) => {
      const bytes = await file.read(at, 4);
      if (bytes.length < 4) throw new MalformedFileError('Cut short');
      return bytes.readUInt32BE(0);
    };
    const start = HEADER_BYTES + 4 + (await lengthAt(HEADER_BYTES));
    const end = Math.min(start + 4 + (await lengthAt(start)), file.size);
    for (let at = start + 4; at + 12 <= end;) {
      file.step();
      const head = await file.read(at, 7);
      const nameBytes = ((head[6] ?? 0) + 2) & ~1;
      const sizeAt = at + 6 + nameBytes;
      const content = sizeAt + 4;
      const size = await lengthAt(sizeAt);
      if (METADATA.has(head.readUInt16BE(4))) {
        const number = Buffer.alloc(2);
        number.writeUInt16BE(NOTHING);
        await file.write(at + 4, number);
        await file.erase(content, Math.min(content + size, end));
      }
      at = content + size + (size % 2);
    }
  });
}
