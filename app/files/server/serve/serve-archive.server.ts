import type { Readable } from 'node:stream';
import { makeZip, predictLength } from 'client-zip';
import type { FileStore } from '../../../platform/files/store/file-store.server.ts';
import { disposition } from './serve-file.server.ts';

export interface ArchivedFile {
  readonly id: string;
  /** The folder inside the archive. */
  readonly folder: string;
  readonly name: string;
  /** The number of bytes. */
  readonly size: number;
  readonly at: Date;
}

/** Windows shows at most 260 characters of a path. */
const NAME_MAX_LENGTH = 120;

/**
 * Streams the files as a ZIP archive without compression, with ZIP64 where a file or the archive is larger than 4 GiB.
 * Equal names in a folder get a number. Does not check access: the caller must. Returns undefined if the bytes of a file
 * are missing, because an archive that lacks a file would look complete.
 */
export async function serveArchive(
  store: FileStore,
  name: string,
  files: readonly ArchivedFile[],
  request: Request,
): Promise<Response | undefined> {
  for (const { id, size } of files) {
    // oxlint-disable-next-line no-await-in-loop -- a bucket limits how many requests run at once
    if ((await store.sizeOf(id, 'original')) !== size) return undefined;
  }
  const paths = namePaths(files);
  const named = files.map((file, index) => ({ ...file, path: paths[index] ?? '' }));
  const headers = new Headers({
    'Content-Type': 'application/zip',
    'Content-Disposition': disposition('attachment', name),
    'Content-Length': String(predictLength(named.map(({ path, size }) => ({ name: path, size })))),
    'Cache-Control': 'private, no-store, no-transform',
    'X-Content-Type-Options': 'nosniff',
  });
  if (request.method === 'HEAD') return new Response(null, { headers });
  return new Response(streamArchive(store, named), { headers });
}

/** Opens each file when its turn comes, and closes it, also when the client goes away. */
function streamArchive(
  store: FileStore,
  files: readonly (ArchivedFile & { readonly path: string })[],
): ReadableStream<Uint8Array> {
  let current: Readable | undefined;
  let isCancelled = false;
  async function* contentOf({ id, size }: ArchivedFile): AsyncGenerator<Uint8Array> {
    const found = await store.open(id, 'original');
    // The headers are sent: only a broken connection still tells the client that the archive is incomplete.
    if (found?.size !== size) {
      // A bucket goes on sending a body that nobody reads or closes.
      found?.stream.destroy();
      throw new Error(`The bytes of file ${id} have changed`);
    }
    current = found.stream;
    // The client went away while the file was being opened.
    if (isCancelled) current.destroy();
    for await (const chunk of current) yield chunk as Uint8Array;
  }
  const contents = files.map((file) => {
    return { name: file.path, lastModified: file.at, input: contentOf(file) };
  });
  const reader = makeZip(contents).getReader();
  // The library does not close its inputs when it is cancelled.
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel(reason) {
      isCancelled = true;
      current?.destroy();
      await reader.cancel(reason);
    },
  });
}

/** Returns paths that every system can unpack: unique without regard to case, and without characters of paths. */
export function namePaths(
  files: readonly Pick<ArchivedFile, 'folder' | 'name'>[],
): readonly string[] {
  const taken = new Set<string>();
  return files.map(({ folder, name }) => {
    const [base, ending] = splitName(toPathSegment(name));
    let path = `${toPathSegment(folder)}/${base}${ending}`;
    for (let number = 2; taken.has(path.toLowerCase()); number += 1) {
      path = `${toPathSegment(folder)}/${base} (${number})${ending}`;
    }
    taken.add(path.toLowerCase());
    return path;
  });
}

function toPathSegment(text: string): string {
  const [base, ending] = splitName(text);
  const isShort = text.length <= NAME_MAX_LENGTH;
  const short = isShort ? text : base.slice(0, NAME_MAX_LENGTH - ending.length) + ending;
  const safe = short
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- Windows forbids them in names
    .replaceAll(/[\u0000-\u001f"*/:<>?\\|\u007f]/g, '_')
    // A name that begins with a dot is hidden, and Windows drops dots and spaces at the end.
    .replace(/^[. ]+/, '_')
    .replace(/[. ]$/, '_');
  // Devices of Windows, with any ending.
  return /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(safe) ? `_${safe}` : safe || '_';
}

/** Splits a name before its ending, for example '.pdf'. */
function splitName(name: string): readonly [base: string, ending: string] {
  const ending = /\.[a-z\d]{1,12}$/i.exec(name)?.[0] ?? '';
  return [name.slice(0, name.length - ending.length), ending];
}
