import { FileWindow, MalformedFileError } from './file-window.server.ts';

/**
 * Cleans WebM and Matroska (RFC 9559). Elements of a segment that playback does not need, such as
 * tags and attachments, become Void elements of the same length.
 */
export function cleanWebm(path: string): Promise<void> {
  return FileWindow.with(path, MOST_ELEMENTS, async (file) => {
    let segments = 0;
    for (let at = 0; at < file.size;) {
      const element = await readElement(file, at, file.size);
      if (element.id === SEGMENT) {
        segments += 1;
        at = await cleanSegment(file, element);
      } else {
        if (element.id !== HEADER) await blank(file, element);
        at = element.end;
      }
    }
    if (segments === 0) throw new MalformedFileError('No segment');
  });
}

const MOST_ELEMENTS = 400_000;
const HEADER = 0x1a_45_df_a3;
const SEGMENT = 0x18_53_80_67;
const CLUSTER = 0x1f_43_b6_75;
const VOID = 0xec;

/** SeekHead, Info, Tracks, Cluster, Cues, Chapters and checksums. */
const KEPT = new Set([
  0x11_4d_9b_74,
  0x15_49_a9_66,
  0x16_54_ae_6b,
  CLUSTER,
  0x1c_53_bb_6b,
  0x10_43_a7_70,
  0xbf,
]);

interface Element {
  readonly id: number;
  readonly at: number;
  readonly content: number;
  readonly end: number;
  /** A live recording does not know its length. */
  readonly isOpen: boolean;
}

async function cleanSegment(file: FileWindow, segment: Element): Promise<number> {
  let at = segment.content;
  while (at < segment.end) {
    const element = await readElement(file, at, segment.end);
    if (element.id === HEADER || element.id === SEGMENT) break;
    if (!KEPT.has(element.id)) await blank(file, element);
    at = element.isOpen ? await endOfOpen(file, element) : element.end;
  }
  return at;
}

/**
 * An element of unknown length ends at the next element of its rank, recognized by a four-byte id.
 */
async function endOfOpen(file: FileWindow, { id, content, end }: Element): Promise<number> {
  if (id !== CLUSTER) throw new MalformedFileError('An element without a length');
  for (let at = content; at < end;) {
    const inner = await readElement(file, at, end);
    if (inner.id >= 0x10_00_00_00) return at;
    if (inner.isOpen) throw new MalformedFileError('An element without a length');
    at = inner.end;
  }
  return end;
}

async function readElement(file: FileWindow, at: number, to: number): Promise<Element> {
  file.step();
  const head = await file.read(at, 12);
  const idLength = Math.clz32(head[0] ?? 0) - 23;
  const first = head[idLength];
  const sizeLength = Math.clz32(first ?? 0) - 23;
  if (idLength > 4 || sizeLength > 8 || head.length < idLength + sizeLength) {
    throw new MalformedFileError('No element');
  }
  let size = (first ?? 0) & (0xff >> sizeLength);
  let isOpen = size === 0xff >> sizeLength;
  for (const byte of head.subarray(idLength + 1, idLength + sizeLength)) {
    size = size * 256 + byte;
    isOpen &&= byte === 0xff;
  }
  const content = at + idLength + sizeLength;
  // An interrupted recording declares more bytes than the file has.
  const end = isOpen ? to : Math.min(content + size, to);
  return { id: head.readUIntBE(0, idLength), at, content, end, isOpen };
}

/** Overwrites an element with a Void element of the same total length. */
async function blank(file: FileWindow, { at, end, isOpen }: Element): Promise<void> {
  if (isOpen) throw new MalformedFileError('An element without a length');
  const length = end - at;
  const head = Buffer.alloc(length < 9 ? 2 : 9);
  head[0] = VOID;
  if (length < 9) head[1] = 0x80 | (length - 2);
  else {
    head[1] = 0x01;
    head.writeUIntBE(length - 9, 3, 6);
  }
  await file.write(at, head);
  await file.erase(at + head.length, end);
}
