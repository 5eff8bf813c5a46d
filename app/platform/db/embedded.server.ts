import { existsSync, fdatasyncSync } from 'node:fs';
import { chmod, mkdir, rename, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { createPgConfig, type PglitePgConnection } from '@electric-sql/pglite/node-postgres';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { OpenDatabase } from './database.server.ts';
import { lockFolder } from './folder-lock.server.ts';

/** A new database takes about 40 MB; a disk that fills up while it is made leaves it unusable. */
const BYTES_NEEDED_TO_INITIALISE = 200 * 1024 * 1024;

/**
 * PGlite's own start parameters without '-F' (which turns syncing off), and with a sync method
 * that reaches {@link DurableNodeFS}: `fdatasync` does nothing in its WebAssembly build.
 */
const START_PARAMS = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  '-c',
  'wal_sync_method=fsync',
];

/** The part of Emscripten's module that the file system below replaces. */
interface EmscriptenModule {
  NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } };
}

/** Makes a commit reach the disk: as shipped, PGlite's file system has no `fsync` at all. */
class DurableNodeFS extends NodeFS {
  override async init(...[pg, opts]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, opts);
    const syncToDisk = (module: EmscriptenModule) => {
      module.NODEFS.stream_ops.fsync = (stream) => {
        fdatasyncSync(stream.nfd);
        return 0;
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

/** Opens the embedded database in `folder`, creating it first when there is none. */
export async function openEmbedded(folder: string): Promise<OpenDatabase> {
  await mkdir(folder, { recursive: true });
  // PGlite writes its files world-readable; the folder keeps others out.
  await chmod(folder, 0o700);
  const lock = lockFolder(folder);
  try {
    const cluster = join(folder, 'db');
    const isNew = !existsSync(cluster);
    if (isNew) await initialise(folder, cluster);
    const open = await openCluster(cluster);
    return {
      ...open,
      isNew,
      async close() {
        await open.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Opens a database folder alone. The caller holds the lock of the data folder around it. */
export async function openCluster(cluster: string): Promise<OpenDatabase> {
  const pglite = new PGlite({ fs: new DurableNodeFS(cluster), startParams: START_PARAMS });
  await pglite.waitReady;
  return connect(pglite, false);
}

/** A database that lives as long as the process: for tests. */
export async function openInMemory(image?: Blob): Promise<OpenDatabase> {
  const pglite = new PGlite(image ? { loadDataDir: image } : {});
  await pglite.waitReady;
  return connect(pglite, true);
}

/** Initialises beside the final place and renames, so that a crash leaves no half-made folder. */
async function initialise(folder: string, cluster: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < BYTES_NEEDED_TO_INITIALISE) {
    throw new Error(`${folder} has less than 200 MB free: the database cannot be created there`);
  }
  const unfinished = `${cluster}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  const pglite = new PGlite({ fs: new DurableNodeFS(unfinished), startParams: START_PARAMS });
  await pglite.waitReady;
  await pglite.close();
  await rename(unfinished, cluster);
}

function connect(pglite: PGlite, isNew: boolean): OpenDatabase {
  letTheEventLoopBreathe(pglite);
  // The pool also replaces a client that was idle for long or broke. The next one needs a connection
  // of its own: on the old one it would hear the old one's end, and that ends the process.
  class Client extends pg.Client {
    constructor() {
      const config = createPgConfig(pglite);
      acceptDrizzlesTypes(config.connection);
      super(config);
    }
  }
  // One connection, because PGlite has one: a pool of two would deadlock in a transaction.
  const pool = new pg.Pool({ Client, max: 1 });
  pool.on('error', () => {});
  // A new client would prepare again what the database still has from the one before.
  pool.on('connect', (client) => {
    // Where this fails, so does the query that the client was opened for.
    client.query('deallocate all').catch(() => {});
  });
  keepConnection(pool);
  return {
    db: drizzle(pool),
    pool,
    engine: 'embedded',
    isNew,
    async close() {
      await pool.end();
      await pglite.close();
    },
  };
}

/**
 * PGlite runs each query to its end on this thread. Yielding before each one gives timers,
 * sockets and other requests their turn under load, at no cost in throughput.
 */
function letTheEventLoopBreathe(pglite: PGlite): void {
  const BIND = 0x42;
  const QUERY = 0x51;
  const execute = pglite.execProtocolStream.bind(pglite);
  pglite.execProtocolStream = async (message, options) => {
    if (message[0] === BIND || message[0] === QUERY) await setImmediate();
    const answer = await execute(message, options);
    endAfterPanic(answer);
    return answer;
  };
}

/**
 * After a panic, such as a log that cannot be written, the database answers nothing ever again.
 * Ending the process is what a crash is for: the next start recovers everything acknowledged.
 */
function endAfterPanic(answer: readonly { name: string }[]): void {
  const panic = answer.find((part) => 'severity' in part && part.severity === 'PANIC');
  if (!panic) return;
  queueMicrotask(() => {
    throw new Error('The embedded database has ended', { cause: panic });
  });
}

/**
 * A pool throws a client away whose query failed and opens another. Here both are the one
 * connection: the next queries would meet a database that still skips to the end of the failed one,
 * and be answered with nothing, as if they had been done.
 */
function keepConnection(pool: pg.Pool): void {
  const query = async (question: pg.QueryConfig, values?: unknown[]) => {
    const client = await pool.connect();
    try {
      return await client.query(question, values);
    } finally {
      client.release();
    }
  };
  pool.query = query as typeof pool.query;
}

/** Drizzle passes parser functions where this adapter expects a list of type numbers. */
function acceptDrizzlesTypes(connection: PglitePgConnection): void {
  const parse = connection.parse.bind(connection);
  connection.parse = (query: { types?: unknown }) => {
    parse(Array.isArray(query.types) ? query : { ...query, types: undefined });
  };
}
