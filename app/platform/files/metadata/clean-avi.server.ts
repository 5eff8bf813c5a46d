import { FileWindow, MalformedFileError } from './file-window.server.ts';

/**
 * Cleans AVI, which consists of chunks in lists. Chunks that playback does not need become `JUNK`
 * chunks of the same length.
 */
export function cleanAvi(path: string): Promise<void> {
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

const MOST_CHUNKS = 20_000;
const WITHIN: Readonly<Record<string, readonly string[]>> = {
  'LIST hdrl': ['avih', 'LIST strl', 'LIST odml'],
  'LIST strl': ['strh', 'strf', 'indx', 'vprp'],
};

async function cleanList(
  file: FileWindow,
  from: number,
  to: number,
  kept: readonly string[],
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
    if (!kept.includes(name)) {
      await file.write(at, Buffer.from('JUNK', 'latin1'));
      await file.erase(content, end);
    } else if (within) await cleanList(file, content + 4, end, within);
    at = end + (end % 2);
  }
}
