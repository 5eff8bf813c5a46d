import type { ChangeContext } from '../platform/change/change.server.ts';
import { expireHourly } from '../platform/change/expire-hourly.server.ts';
import { forgetUploadUsage } from '../platform/files/upload-quota.server.ts';
import type { Module } from '../platform/module.ts';
import type { Files } from './server/open-files.server.ts';
import { removeDeleted, forgetUnsent, OrphanPruner } from './server/sweep/prune-files.server.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

interface FilesModuleContext extends ChangeContext {
  readonly files: Files;
}

/** File rows are deleted with their conversations; the jobs here remove the stored bytes and expired uploads. */
export const filesModule: Module<FilesModuleContext, object> = {
  scheduledJobs(appContext) {
    const orphans = new OrphanPruner(appContext);
    return [
      { name: 'deleted files', everyMs: 5 * SECOND_MS, run: () => removeDeleted(appContext) },
      { name: 'unsent files', everyMs: 5 * MINUTE_MS, run: () => forgetUnsent(appContext) },
      expireHourly(appContext, 'counted uploads', forgetUploadUsage),
      { name: 'files without a row', everyMs: HOUR_MS, run: () => orphans.prune() },
    ];
  },
};
