import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CONTROL_FILE } from './check-cluster.server.ts';

/** Files that a start recreates; pg_basebackup excludes them too. */
const LEFT_OUT =
  /^pg_(?:dynshmem|notify|replslot|serial|snapshots|stat_tmp|subtrans|wal)\/|^postmaster\.\w+$|^backup_label(?:\.old)?$|\/pg_internal\.init|(?:^|\/)pgsql_tmp/;

/**
 * Lists the files of a copy of the database's folder, except the log and the control file, which
 * must be read last.
 */
export async function listCluster(
  cluster: string,
): Promise<{ readonly folders: readonly string[]; readonly files: readonly string[] }> {
  const entries = await readdir(cluster, { recursive: true, withFileTypes: true });
  const named = entries.map((entry) => ({
    entry,
    name: join(entry.parentPath, entry.name)
      .slice(cluster.length + 1)
      .replaceAll('\\', '/'),
  }));
  return {
    folders: named.filter(({ entry }) => entry.isDirectory()).map(({ name }) => name),
    files: named
      .filter(({ entry, name }) => entry.isFile() && name !== CONTROL_FILE)
      .filter(({ name }) => !LEFT_OUT.test(name))
      .map(({ name }) => name),
  };
}
