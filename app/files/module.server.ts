import { change, type ChangeHost } from '../platform/change/change.server.ts';
import { forgetUploadUsage } from '../platform/files/upload-quota.server.ts';
import type { Room } from '../platform/module.ts';
import type { Files } from './server/open-files.server.ts';
import { removeDeleted } from './server/sweep/remove-deleted.server.ts';
import { forgetUnsent, OrphanSweep } from './server/sweep/sweep-orphans.server.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

interface FilesHost extends ChangeHost {
  readonly files: Files;
}

/** File rows are deleted with their conversations; the jobs here remove the stored bytes and expired uploads. */
export const files: Room<FilesHost, object> = {
  chores(host) {
    const orphans = new OrphanSweep(host);
    return [
      { name: 'deleted files', everyMs: 5 * SECOND_MS, run: () => removeDeleted(host) },
      { name: 'unsent files', everyMs: 5 * MINUTE_MS, run: () => forgetUnsent(host) },
      {
        name: 'counted uploads',
        everyMs: HOUR_MS,
        run: () => change(host, undefined, (tx) => forgetUploadUsage(tx, host.clock)),
      },
      { name: 'files without a row', everyMs: HOUR_MS, run: () => orphans.sweep() },
    ];
  },
};
