import { fdatasyncSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { systemCode } from '../operator-error.ts';

/**
 * The thread of the embedded database. PGlite runs statements synchronously and waits for the disk;
 * a separate thread keeps the event loop free for sockets, pages and health checks.
 */

/** A folder, or a database in memory, optionally from the image at this path. */
export type WhatToOpen = { readonly cluster: string } | { readonly image: string | undefined };

/** Complete messages of PostgreSQL's protocol. */
export type ToDatabaseThread = Uint8Array | 'close';
/**
 * 'open' when the database is ready, then a response to each message. The thread exits after
 * 'close'.
 */
export type FromDatabaseThread = 'open' | Uint8Array<ArrayBuffer>;

/**
 * A quarter of PostgreSQL's default: the buffers are zeroed at each start, and other pages come
 * from the system's cache.
 */
const SHARED_BUFFERS = ['-c', 'shared_buffers=32MB'];

/**
 * A quarter of PostgreSQL's default: statistics sample fewer rows, because all messages wait while
 * they are collected.
 */
const STATISTICS = ['-c', 'default_statistics_target=25'];

/**
 * PGlite's start parameters without '-F' (which turns fsync off), and with a sync method that
 * reaches {@link DurableNodeFS}: `fdatasync` does nothing in the WebAssembly build.
 */
const DURABLE_PARAMS = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  '-c',
  'wal_sync_method=fsync',
  ...SHARED_BUFFERS,
  ...STATISTICS,
];

interface EmscriptenModule {
  NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } };
}

const WASI_ERRORS = new Map([
  ['EDQUOT', 19],
  ['ENOSPC', 51],
]);
const WASI_IO_ERROR = 29;

/** Makes commits durable: PGlite's own file system has no `fsync`. */
class DurableNodeFS extends NodeFS {
  override async init(...[pg, opts]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, opts);
    const syncToDisk = (module: EmscriptenModule) => {
      module.NODEFS.stream_ops.fsync = (stream) => {
        try {
          fdatasyncSync(stream.nfd);
          return 0;
        } catch (error) {
          // An exception would unwind the WebAssembly program without its knowledge.
          return WASI_ERRORS.get(systemCode(error) ?? '') ?? WASI_IO_ERROR;
        }
      };
    };
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        preRun: [...(emscriptenOpts.preRun ?? []), syncToDisk],
      },
    };
  }
}

async function open(what: WhatToOpen): Promise<PGlite> {
  const database =
    'cluster' in what
      ? new PGlite({ fs: new DurableNodeFS(what.cluster), startParams: DURABLE_PARAMS })
      : new PGlite({
          startParams: [...PGlite.defaultStartParams, ...SHARED_BUFFERS, ...STATISTICS],
          ...(what.image ? { loadDataDir: await readImage(what.image) } : {}),
        });
  await database.waitReady;
  return database;
}

async function readImage(path: string): Promise<Blob> {
  return new Blob([await readFile(path)], { type: 'application/x-gzip' });
}

// V8 optimizes a WebAssembly function for the calls seen so far and deoptimizes it on a new one.
// For PostgreSQL's largest function that blocks messages for a tenth of a second of CPU time when a
// scheduled job first runs.
setFlagsFromString('--no-wasm-deopt');

const thread = parentPort!;
const database = await open(workerData as WhatToOpen);
thread.on('message', (message: ToDatabaseThread) => {
  if (message === 'close') {
    void database.close().then(() => thread.close());
    return;
  }
  void ask(message).then((answer) =>
    thread.postMessage(answer satisfies FromDatabaseThread, [answer.buffer]),
  );
});
thread.postMessage('open' satisfies FromDatabaseThread, []);

/**
 * Collects the raw bytes: PGlite's own functions also parse each message and keep the results for
 * as long as the database is open.
 */
async function ask(message: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  await database.execProtocolRawStream(message, {
    // Everything is already on disk.
    syncToFs: false,
    // A copy, because the part lies in the program's memory, which the next part overwrites.
    onRawData: (part) => parts.push(part.slice()),
  });
  // A separate buffer, which can be transferred.
  return parts.length === 1 ? parts[0]! : new Uint8Array(Buffer.concat(parts));
}
