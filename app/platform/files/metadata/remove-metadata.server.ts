import { isCleaned } from '../pictures/picture-work.ts';
import { cleanMp4 } from './clean-mp4.server.ts';
import { MalformedFileError, FileWindow } from './file-window.server.ts';

/** A recording of a browser over an hour has so many, because it does not know the length of its clusters. */
const MOST_ELEMENTS = 400_000;
/** Replacing an element costs more than passing it, and players write only a few such elements. */
const STEPS_TO_BLANK = 20;
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

const MOST_CHUNKS = 20_000;

const WITHIN: Readonly<Record<string, readonly string[]>> = {
  'LIST hdrl': ['avih', 'LIST strl', 'LIST odml'],
  'LIST strl': ['strh', 'strf', 'indx', 'vprp'],
};

const MOST_ENTRIES = 2000;

/** TIFF tags: SubIFDs, the colour filter pattern of a sensor, and the DNG version. */
const RAW_TAGS = new Set([330, 33_421, 50_706]);

const PHOTOMETRIC = 262;

/** Photometric interpretations of raw photos: colour filter array and linear raw. */
const RAW_COLOURS = new Set([32_803, 34_892]);

/** The resource ids of IPTC, EXIF (two) and XMP. */
const METADATA = new Set([1028, 1058, 1059, 1060]);

/** A resource id that programs ignore. */
const NOTHING = 4999;

const MOST_RESOURCES = 5000;
const HEADER_BYTES = 26;

const CLEANERS: Readonly<Record<string, (path: string) => Promise<void>>> = {
  'video/mp4': cleanMp4,
  'video/quicktime': cleanMp4,
  'video/x-m4v': cleanMp4,
  'video/3gpp': cleanMp4,
  'video/3gpp2': cleanMp4,
  'audio/mp4': cleanMp4,
  'audio/x-m4a': cleanMp4,
  'video/webm': cleanWebm,
  'video/matroska': cleanWebm,
  'video/x-matroska': cleanWebm,
  'video/vnd.avi': cleanAvi,
  'video/x-msvideo': cleanAvi,
  'image/vnd.adobe.photoshop': cleanPsd,
};

const WITHOUT_METADATA = /^image\/(?:bmp|x-icon|vnd\.microsoft\.icon|icns|vnd\.dwg|vnd\.dxf)$/;

/**
 * Removes camera metadata (place, device, author) from a file in place. Re-encoded pictures lose
 * theirs anyway; documents, music and archives stay unchanged. Returns the kind of a refused file,
 * whose metadata nobody can find; otherwise undefined. `inTurn` runs what takes a while.
 */
export async function removeMetadata(
  path: string,
  type: string,
  inTurn: (work: () => Promise<void>) => Promise<void>,
): Promise<'picture' | 'video' | undefined> {
  const kind = type.startsWith('image/') ? 'picture' : 'video';
  const clean = CLEANERS[type];
  try {
    if (clean) await inTurn(() => clean(path));
    else if (type === 'image/tiff') return (await isRawPhoto(path)) ? 'picture' : undefined;
    else if (isCleaned(type) || WITHOUT_METADATA.test(type)) return undefined;
    else return /^(?:image|video)\//.test(type) ? kind : undefined;
  } catch (error) {
    if (error instanceof MalformedFileError) return kind;
    throw error;
  }
  return undefined;
}

function cleanPsd(path: string): Promise<void> {
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

/**
 * Detects raw photos in TIFF. Such a file's main picture is only a preview, so re-encoding it would
 * lose the photo.
 */
function isRawPhoto(path: string): Promise<boolean> {
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

/**
 * Cleans AVI, which consists of chunks in lists. Chunks that playback does not need become `JUNK`
 * chunks of the same length.
 */
function cleanAvi(path: string): Promise<void> {
  return FileWindow.with(path, MOST_CHUNKS, async (file) => {
    let at = 0;
    while (at + 12 <= file.size) {
      const head = await file.read(at, 12);
      if (head.toString('latin1', 0, 4) !== 'RIFF') break;
      const end = Math.min(at + 8 + head.readUInt32LE(4), file.size);
      await cleanList(file, at + 12, end, ['LIST hdrl', 'LIST movi', 'idx1']);
      at = end + (end % 2);
    }
    if (at === 0) throw new MalformedFileError('No chunks');
    await file.erase(at, file.size);
  });
}

async function cleanList(
  file: FileWindow,
  from: number,
  to: number,
  remaining: readonly string[],
): Promise<void> {
  for (let at = from; at + 8 <= to;) {
    file.step();
    const head = await file.read(at, 12);
    const size = head.readUInt32LE(4);
    const content = at + 8;
    const end = Math.min(content + size, to);
    const isList = head.toString('latin1', 0, 4) === 'LIST';
    const name = isList ? `LIST ${head.toString('latin1', 8, 12)}` : head.toString('latin1', 0, 4);
    const within = WITHIN[name];
    if (!remaining.includes(name)) {
      await file.write(at, Buffer.from('JUNK', 'latin1'));
      await file.erase(content, end);
    } else if (within) await cleanList(file, content + 4, end, within);
    at = end + (end % 2);
  }
}

/**
 * Cleans WebM and Matroska (RFC 9559). Elements of a segment that playback does not need, such as
 * tags and attachments, become Void elements of the same length.
 */
function cleanWebm(path: string): Promise<void> {
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
  file.step(STEPS_TO_BLANK);
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
