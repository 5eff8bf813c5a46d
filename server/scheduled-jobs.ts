import { join, resolve } from 'node:path';
import type { Host } from '../app/host.ts';
import { change } from '../app/platform/change/change.server.ts';
import type { OpenDatabase } from '../app/platform/db/database.server.ts';
import { DiskSpace } from '../app/platform/db/disk-space.server.ts';
import { keepUp } from '../app/platform/db/upkeep.server.ts';
import { forgetMailboxMails } from '../app/platform/email/mailbox-budget.server.ts';
import { pruneMailFolder } from '../app/platform/email/prune-mail-folder.server.ts';
import type { Chore } from '../app/platform/module.ts';
import {
  PRESENCE_RENEWAL_MS,
  renewPresence,
} from '../app/accounts/server/members/presence.server.ts';
import type { Cluster } from './cluster.ts';
import type { Realtime } from './realtime.ts';
import { retentionChores } from './retention.ts';
import { ROOMS } from './modules.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

export function choresOf(
  host: Host,
  realtime: Realtime,
  cluster: Cluster,
  { engine, pool }: OpenDatabase,
): readonly Chore[] {
  const { clock } = host;
  const dataDir = resolve(host.settings.dataDir);
  const mailFolder = join(dataDir, 'outbox');
  const diskSpace = new DiskSpace({ pool }, dataDir, host.log);
  return [
    { name: 'old mails', everyMs: HOUR_MS, run: () => pruneMailFolder(mailFolder, clock) },
    {
      name: 'counted mails',
      everyMs: HOUR_MS,
      run: () => change(host, undefined, (tx) => forgetMailboxMails(tx, clock)),
    },
    {
      name: 'presence',
      everyMs: PRESENCE_RENEWAL_MS,
      run: () => change(host, undefined, (tx) => renewPresence(tx, realtime.connectedAgents())),
    },
    // For changes by another process, or directly in the database.
    { name: 'former listeners', everyMs: 15_000, run: () => realtime.closeFormerListeners() },
    {
      // Without a connection to the others, this process must poll for sockets to close.
      name: 'former listeners while cut off',
      everyMs: 1000,
      run: async () => (cluster.isCutOff() ? realtime.closeFormerListeners() : undefined),
    },
    ...ROOMS.flatMap((room) => room.chores?.(host) ?? []),
    ...retentionChores(host),
    ...(engine === 'embedded'
      ? [
          { name: 'database upkeep', everyMs: MINUTE_MS, run: () => keepUp(pool) },
          { name: 'disk space', everyMs: SECOND_MS, run: () => diskSpace.look() },
        ]
      : []),
  ];
}
