import { fdatasyncSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { systemCode } from '../operator-error.ts';

/**
 * The thread of the embedded database. PGlite runs each statement to its end on the thread that asks, and
 * waits there for the disk: sockets, pages and health checks are answered by another.
 */

/** A folder, or a database in memory, from an image where there is one. */
export type WhatToOpen = { readonly cluster: string } | { readonly image: Blob | undefined };

/** Messages of PostgreSQL's protocol, whole ones. */
export type ToDatabaseThread = Uint8Array | 'close';
/** Ready to be asked; then an answer to each message. It ends when it has closed. */
export type FromDatabaseThread = 'open' | Uint8Array<ArrayBuffer>;

/**
 * A quarter of what PostgreSQL takes where it may: all of it is written with zeros at each start,
 * and what is not in it is read from the system's own cache.
 */
const SHARED_BUFFERS = ['-c', 'shared_buffers=32MB'];

/**
 * A quarter of PostgreSQL's own: statistics of a table are made of so many rows fewer, for which everybody's
 * messages wait.
 */
const STATISTICS = ['-c', 'default_statistics_target=25'];

/**
 * PGlite's own start parameters without '-F' (which turns syncing off), and with a sync method
 * that reaches {@link DurableNodeFS}: `fdatasync` does nothing in its WebAssembly build.
 */
const DURABLE_PARAMS = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  '-c',
  'wal_sync_method=fsync',
  ...SHARED_BUFFERS,
  ...STATISTICS,
];

/** The part of Emscripten's module that the file system below replaces. */
interface EmscriptenModule {
  NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } };
}

/** What a system call of WebAssembly answers when it fails (WASI's numbers). */
const WASI_ERRORS = new Map([
  ['EDQUOT', 19],
  ['ENOSPC', 51],
]);
const WASI_IO_ERROR = 29;

/** Makes a commit reach the disk: as shipped, PGlite's file system has no `fsync` at all. */
class DurableNodeFS extends NodeFS {
  override async init(...[pg, opts]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, opts);
    const syncToDisk = (module: EmscriptenModule) => {
      module.NODEFS.stream_ops.fsync = (stream) => {
        try {
          fdatasyncSync(stream.nfd);
          return 0;
        } catch (error) {
          // Thrown, it would pass through the database's program without its knowing.
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
          ...(what.image ? { loadDataDir: what.image } : {}),
        });
  await database.waitReady;
  return database;
}

// V8 optimises a function of the database for what it has called so far, and begins again with its slowest form
// once it calls something else: for the largest, through which every statement goes, that is a tenth of a second
// of a processor, taken from everybody's messages when some chore comes along for the first time.
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
 * As the bytes that the database gives: where PGlite joins them itself it also reads each of its messages, for
 * results that nobody asks it for and that it keeps for as long as it is open.
 */
async function ask(message: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  await database.execProtocolRawStream(message, {
    // What is written is on the disk already.
    syncToFs: false,
    // Of the program's own memory, which the next part is written into.
    onRawData: (part) => parts.push(part.slice()),
  });
  // A buffer of its own, which can be handed over.
  return parts.length === 1 ? parts[0]! : new Uint8Array(Buffer.concat(parts));
}
