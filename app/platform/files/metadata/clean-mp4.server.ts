import { FileWindow, MalformedFileError } from './file-window.server.ts';

/**
 * Cleans MP4, QuickTime and 3GP (ISO/IEC 14496-12). Boxes that playback does not need become empty
 * boxes of the same length, so that no offset changes: locations (`©xyz`, `loci`, Apple's keys),
 * camera names, XMP, data of dash cameras in `free`, and metadata tracks.
 */
export function cleanMp4(path: string): Promise<void> {
  return FileWindow.with(path, MOST_BOXES, async (file) => {
    const tracks: Box[] = [];
    let isFragmented = false;
    let at = 0;
    for await (const box of boxesIn(file, 0, file.size)) {
      at = box.end;
      if (box.type === 'moov') {
        isFragmented = (await cleanMovie(file, box, tracks)) || isFragmented;
      } else if (box.type === 'moof') {
        await keepOnly(file, box, ['mfhd', 'traf']);
      } else if (!FILE_BOXES.has(box.type)) {
        await blank(file, box);
      }
    }
    if (at === 0) throw new MalformedFileError('No boxes');
    // Some cameras write data behind the last box.
    await file.erase(at, file.size);
    // Fragments store samples differently, and no phone writes fragmented metadata, so such files
    // are refused.
    if (isFragmented && tracks.length > 0) throw new MalformedFileError('Fragments of metadata');
    for (const track of tracks) {
      await eraseSamples(file, track);
      await blank(file, track);
    }
  });
}

const MOST_BOXES = 20_000;
const MOST_TABLE_BYTES = 8 * 1024 * 1024;
/** The part of a text track that is searched for locations. */
const MOST_TEXT_BYTES = 256 * 1024;

const FILE_BOXES = new Set('ftyp styp mdat wide sidx ssix prft pdin mfra'.split(' '));
const MOVIE_BOXES = ['mvhd', 'trak', 'mvex', 'iods'];
const TRACK_BOXES = 'tkhd tref trgr edts mdia load matt clip tapt txas'.split(' ');
const MEDIA_BOXES = ['mdhd', 'hdlr', 'minf', 'elng'];

/** Drones write their position into text tracks; in other files these are subtitles. */
const TEXT_HANDLERS = ['text', 'sbtl', 'subt'];
const TELLS_PLACE = /gps|latitude|longitude|\blat\b|\blon\b/i;

interface Box {
  readonly type: string;
  readonly at: number;
  readonly content: number;
  readonly end: number;
}

async function* boxesIn(file: FileWindow, from: number, to: number): AsyncGenerator<Box> {
  for (let at = from; at + 8 <= to;) {
    file.step();
    const head = await file.read(at, 16);
    const type = head.toString('latin1', 4, 8);
    // Bytes behind the last box are no box.
    if (!/^[\x20-\x7e\xa9]{4}$/.test(type)) return;
    let size = head.readUInt32BE(0);
    let content = at + 8;
    if (size === 1 && head.length === 16) {
      size = Number(head.readBigUInt64BE(8));
      content = at + 16;
    } else if (size === 0) size = to - at;
    if (at + size < content) return;
    // An interrupted recording declares more bytes than the file has.
    const end = Math.min(at + size, to);
    yield { type, at, content: Math.min(content, end), end };
    at = end;
  }
}

async function blank(file: FileWindow, { at, content, end }: Box): Promise<void> {
  await file.write(at + 4, Buffer.from('free', 'latin1'));
  await file.erase(content, end);
}

async function keepOnly(file: FileWindow, box: Box, types: readonly string[]): Promise<Box[]> {
  const remaining: Box[] = [];
  let at = box.content;
  for await (const inner of boxesIn(file, box.content, box.end)) {
    at = inner.end;
    if (types.includes(inner.type)) remaining.push(inner);
    else await blank(file, inner);
  }
  // QuickTime ends a list with a zero of four bytes.
  await file.erase(at, box.end);
  return remaining;
}

/** Returns true when the samples are fragmented; adds metadata tracks to `tracks`. */
async function cleanMovie(file: FileWindow, movie: Box, tracks: Box[]): Promise<boolean> {
  for await (const { type } of boxesIn(file, movie.content, movie.end)) {
    if (type === 'cmov') throw new MalformedFileError('Packed');
  }
  const boxes = await keepOnly(file, movie, MOVIE_BOXES);
  for (const track of boxes.filter(({ type }) => type === 'trak')) {
    const parts = await keepOnly(file, track, TRACK_BOXES);
    const media = parts.find(({ type }) => type === 'mdia');
    if (!media) continue;
    const mediaParts = await keepOnly(file, media, MEDIA_BOXES);
    const handler = mediaParts.find(({ type }) => type === 'hdlr');
    const kind = handler ? (await file.read(handler.content + 8, 4)).toString('latin1') : undefined;
    if (kind === 'meta' || (TEXT_HANDLERS.includes(kind ?? '') && (await tellsPlace(file, track))))
      tracks.push(track);
  }
  return boxes.some(({ type }) => type === 'mvex');
}

async function find(file: FileWindow, box: Box, path: readonly string[]): Promise<Box | undefined> {
  const [type, ...rest] = path;
  if (type === undefined) return box;
  for await (const inner of boxesIn(file, box.content, box.end)) {
    if (inner.type === type) return find(file, inner, rest);
  }
  return undefined;
}

async function tellsPlace(file: FileWindow, track: Box): Promise<boolean> {
  let length = 0;
  for (const { from, to } of await samplesOf(file, track)) {
    if (TELLS_PLACE.test((await file.read(from, Math.min(to - from, 4096))).toString('latin1')))
      return true;
    length += to - from;
    if (length > MOST_TEXT_BYTES) return false;
  }
  return false;
}

async function eraseSamples(file: FileWindow, track: Box): Promise<void> {
  for (const { from, to } of await samplesOf(file, track)) await file.erase(from, to);
}

interface Range {
  readonly from: number;
  readonly to: number;
}

async function samplesOf(file: FileWindow, track: Box): Promise<Range[]> {
  const table = await find(file, track, ['mdia', 'minf', 'stbl']);
  if (!table) return [];
  const read = async (type: string) => {
    const box = await find(file, table, [type]);
    if (!box) return undefined;
    if (box.end - box.content > MOST_TABLE_BYTES) throw new MalformedFileError('A table too long');
    return Buffer.from(await file.read(box.content, box.end - box.content));
  };
  const [short, long, groups, sizes] = [
    await read('stco'),
    await read('co64'),
    await read('stsc'),
    await read('stsz'),
  ];
  const offsets = short
    ? entriesOf(short, 4, (at) => short.readUInt32BE(at))
    : long
      ? entriesOf(long, 8, (at) => Number(long.readBigUInt64BE(at)))
      : [];
  if (offsets.length === 0) return [];
  if (!groups || !sizes || sizes.length < 12) throw new MalformedFileError('A track without sizes');
  const perChunk = entriesOf(groups, 12, (at) => ({
    first: groups.readUInt32BE(at),
    samples: groups.readUInt32BE(at + 4),
  }));
  const each = sizes.readUInt32BE(4);
  const known = each > 0 ? [] : entriesOf(sizes, 4, (at) => sizes.readUInt32BE(at), 12);
  const ranges: Range[] = [];
  let sample = 0;
  let group = 0;
  let bytes = 0;
  for (const [index, from] of offsets.entries()) {
    while ((perChunk[group + 1]?.first ?? Infinity) <= index + 1) group += 1;
    const count = perChunk[group]?.samples ?? 0;
    const length =
      each > 0
        ? each * count
        : known.slice(sample, sample + count).reduce((sum, size) => sum + size, 0);
    sample += count;
    file.step();
    const to = Math.min(from + length, file.size);
    bytes += Math.max(0, to - from);
    // Samples never overlap; a malicious table that repeats samples would take hours.
    if (bytes > file.size) throw new MalformedFileError('Samples that overlap');
    ranges.push({ from, to });
  }
  return ranges;
}

/** Parses a table: version and flags, the number of entries, then the entries. */
function entriesOf<T>(
  table: Buffer,
  bytes: number,
  read: (at: number) => T,
  start = 8,
): readonly T[] {
  if (table.length < start) throw new MalformedFileError('A table cut short');
  const count = Math.min(table.readUInt32BE(start - 4), Math.floor((table.length - start) / bytes));
  return Array.from({ length: count }, (_, index) => read(start + index * bytes));
}
