import { copyFile, open, rm, mkdtemp, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { FileStore as TusFolder } from '@tus/file-store';
import { DataStore, ERRORS, Upload } from '@tus/server';
import { constants, createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { syncFolder } from '../../db/sync-folder.server.ts';
import { RefusedError } from '../../errors.ts';
import { systemCode } from '../../operator-error.ts';
import { msg, t } from '../../../i18n/translate.ts';
import type { Bucket } from '../store/bucket.server.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export interface UnfinishedUploads {
  readonly dataStore: DataStore;
  /** Writes all received bytes to a new file, which later requests of the uploader cannot change. */
  copy(fileId: string, path: string): Promise<void>;
  remove(fileId: string): Promise<void>;
}

const DISK_FULL = msg(
  'The server’s disk is full, so the upload has stopped. It continues automatically once there is space.',
);

/** The quota of the disk or of the system's user is used up. */
const FULL: readonly (string | undefined)[] = ['ENOSPC', 'EDQUOT', 'EFBIG'];

/**
 * Unlike the library's folder, acknowledges only bytes that survive a power failure, and never empties an
 * upload that two tabs begin at once.
 */
class FolderUploads extends TusFolder {
  override async create(upload: Upload): Promise<Upload> {
    const path = join(this.directory, upload.id);
    // 'a' creates the file, or leaves the bytes of the other tab.
    await (await open(path, 'a', 0o600)).close();
    await this.configstore.set(upload.id, upload);
    for (const name of [path, `${path}.json`]) await syncFile(name);
    await syncFolder(this.directory);
    upload.storage = { type: 'file', path };
    return upload;
  }

  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const path = join(this.directory, id);
    let end = offset;
    try {
      await pipeline(
        stream,
        async function* counted(chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            end += chunk.length;
            yield chunk;
          }
        },
        createWriteStream(path, { flags: 'r+', start: offset }),
      );
      await syncFile(path);
      return end;
    } catch (error) {
      if (FULL.includes(systemCode(error))) throw new RefusedError(507, t(DISK_FULL), 'file');
      // The next request learns how much arrived before the connection broke. A removed upload has nothing to save.
      await syncFile(path).catch(() => {});
      throw ERRORS.FILE_WRITE_ERROR;
    }
  }
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

export function uploadsInFolder(folder: string): UnfinishedUploads {
  const dataStore = new FolderUploads({
    directory: folder,
    expirationPeriodInMilliseconds: DAY_MS,
  });
  return {
    dataStore,
    copy: (fileId, path) => copyOf(join(folder, fileId), path),
    async remove(fileId) {
      for (const name of [fileId, `${fileId}.json`]) await rm(join(folder, name), { force: true });
    },
  };
}

/** File systems that share extents copy nothing. A copy by the kernel would occupy a thread of Node for all its time. */
async function copyOf(source: string, target: string): Promise<void> {
  try {
    await copyFile(source, target, constants.COPYFILE_FICLONE_FORCE);
  } catch {
    await pipeline(createReadStream(source), createWriteStream(target, { mode: 0o600 }));
  }
}

/** The number of received bytes; undefined for an unknown or expired upload. */
export async function takenIn(
  { dataStore }: UnfinishedUploads,
  fileId: string,
): Promise<number | undefined> {
  try {
    return (await dataStore.getUpload(fileId)).offset;
  } catch (error) {
    // The tus library throws these for a missing upload.
    const status = (error as { status_code?: unknown }).status_code;
    if (status === 404 || status === 410) return undefined;
    throw error;
  }
}

const FOLDER = 'uploads/';

/** The largest file size has this many digits; offsets are padded to it, so that names sort by offset. */
const DIGITS = 12;

/**
 * Unfinished uploads in a bucket, each chunk an object named by its offset. S3's multipart uploads
 * need parts of 5 MiB or more, too coarse for files of 25 MiB. This scheme works with any provider,
 * and any process can resume an upload.
 */
class BucketUploads extends DataStore {
  readonly #bucket: Bucket;
  readonly #workFolder: string;

  constructor(bucket: Bucket, workFolder: string) {
    super();
    this.extensions = ['creation', 'termination', 'expiration'];
    this.#bucket = bucket;
    this.#workFolder = workFolder;
  }

  override async create(upload: Upload): Promise<Upload> {
    const { size = 0, creation_date } = upload;
    const info = JSON.stringify({ size, createdAt: creation_date });
    await this.#bucket.put(infoKey(upload.id), { text: info });
    return upload;
  }

  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const folder = await mkdtemp(join(this.#workFolder, 'piece-'));
    try {
      const path = join(folder, 'piece');
      // When the connection breaks, the stream ends, and the chunk consists of what arrived.
      await pipeline(stream, createWriteStream(path, { mode: 0o600 }));
      const { size } = await stat(path);
      if (size > 0) await this.#bucket.put(chunkKey(id, offset), { path });
      return offset + size;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  override async getUpload(id: string): Promise<Upload> {
    const found = await this.#bucket.get(infoKey(id));
    if (!found) throw ERRORS.FILE_NOT_FOUND;
    const text = Buffer.concat(await found.stream.toArray()).toString();
    const { size, createdAt } = JSON.parse(text) as { size: number; createdAt: string };
    const pieces = await this.#pieces(id);
    const offset = pieces.at(-1)?.end ?? 0;
    return new Upload({ id, size, offset, creation_date: createdAt });
  }

  override getExpiration(): number {
    return DAY_MS;
  }

  override async deleteExpired(): Promise<number> {
    const old: string[] = [];
    for await (const { key, changedAt } of this.#bucket.list(FOLDER)) {
      if (Date.now() - changedAt.getTime() > DAY_MS) old.push(key);
    }
    await this.#bucket.remove(old);
    return old.length;
  }

  override async remove(id: string): Promise<void> {
    const keys: string[] = [];
    for await (const { key } of this.#bucket.list(`${FOLDER}${id}/`)) keys.push(key);
    // The info object is removed last: as long as an upload exists, its chunks can be found.
    await this.#bucket.remove(keys.filter((key) => key !== infoKey(id)));
    await this.#bucket.remove(keys.filter((key) => key === infoKey(id)));
  }

  async read(id: string): Promise<Readable> {
    const pieces = await this.#pieces(id);
    const bucket = this.#bucket;
    return Readable.from(
      (async function* bytes() {
        for (const { key } of pieces) {
          const chunk = await bucket.get(key);
          if (!chunk) throw new Error('A part of an upload is missing');
          yield* chunk.stream;
        }
      })(),
      { objectMode: false },
    );
  }

  /** Returns the contiguous chunks from offset zero; leftovers of other attempts are ignored. */
  async #pieces(id: string): Promise<{ key: string; end: number }[]> {
    const sizes = new Map<string, number>();
    for await (const { key, size } of this.#bucket.list(`${FOLDER}${id}/`)) sizes.set(key, size);
    const pieces: { key: string; end: number }[] = [];
    for (let at = 0; ;) {
      const key = chunkKey(id, at);
      const size = sizes.get(key);
      if (!size) return pieces;
      at += size;
      pieces.push({ key, end: at });
    }
  }
}

export function uploadsInBucket(bucket: Bucket, workFolder: string): UnfinishedUploads {
  const dataStore = new BucketUploads(bucket, workFolder);
  return {
    dataStore,
    copy: async (fileId, path) =>
      pipeline(await dataStore.read(fileId), createWriteStream(path, { mode: 0o600 })),
    remove: (fileId) => dataStore.remove(fileId),
  };
}

const infoKey = (id: string) => `${FOLDER}${id}/info`;

const chunkKey = (id: string, offset: number) =>
  `${FOLDER}${id}/${String(offset).padStart(DIGITS, '0')}`;
