import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import type { BackupPart } from '../app/platform/backup/manifest.ts';
import { controlPath } from '../app/platform/backup/control-path.server.ts';
import { makeBackup } from '../app/platform/backup/make-backup.server.ts';
import type { Log } from '../app/platform/log.server.ts';

/** On some systems a socket's path has at most 104 bytes, including the terminator. */
const LONGEST_PATH = 103;

/**
 * A local control socket for the operator: only this process may touch the embedded database's
 * folder, so commands are sent to this process. The caller must hold the folder's lock, so an
 * existing socket file belongs to a dead process.
 */
export async function openControl(
  pool: pg.Pool,
  dataDir: string,
  log: Log,
  beside: BackupPart,
): Promise<{ close(): void }> {
  const path = controlPath(dataDir);
  if (Buffer.byteLength(path) > LONGEST_PATH) {
    log.warn({ path }, 'The socket path is too long: stop the server before each backup');
    return { close() {} };
  }
  if (process.platform !== 'win32') rmSync(path, { force: true });
  const server = createServer((request, response) => {
    if (request.method !== 'POST' || request.url !== '/backup') {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'Content-Type': 'application/gzip' });
    const started = performance.now();
    pipeline(makeBackup(pool, dataDir, beside), response)
      .then(() => log.info({ ms: Math.round(performance.now() - started) }, 'Backup made'))
      .catch((error: unknown) => {
        // Also logged when the client disconnects.
        log.warn({ err: error }, 'A backup did not finish');
        // Destroying the response shows the client that the backup is incomplete.
        response.destroy();
      });
  });
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(path, listening);
  });
  return {
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
