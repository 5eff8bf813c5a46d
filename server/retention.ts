import { change } from '../app/platform/change/change.server.ts';
import type { Chore, Expiry } from '../app/platform/module.ts';
import { ROOMS, type RoomHost } from './modules.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

const TRACE = { member: undefined, requestId: 'retention' };

/**
 * The scheduled jobs for data with a retention period (RETENTION_… in docs/settings.md). Each batch is
 * claimed, deleted and audited in one transaction, so that several processes share the work and the
 * audit log stays correct.
 */
export function retentionChores(host: RoomHost): readonly Chore[] {
  return ROOMS.flatMap((room) => room.expiries ?? []).map((expiry) => ({
    name: expiry.name,
    everyMs: HOUR_MS,
    async run() {
      // An admin may have changed the period since the last run.
      const days = expiry.days(host.settings);
      if (days !== undefined) await expireAll(host, days, expiry);
    },
  }));
}

async function expireAll(
  host: RoomHost,
  days: number,
  { name, expire }: Expiry<RoomHost>,
): Promise<void> {
  const { clock, log } = host;
  const before = new Date(clock.now().getTime() - days * DAY_MS);
  for (let isFull = true; isFull;) {
    const batch = await change(host, TRACE, async (tx, after) => {
      const expired = await expire(tx, before, host);
      if (expired.count > 0) after.audit('data-expired', { detail: expired.detail });
      if (expired.publish) after.hint(expired.publish);
      return expired;
    });
    if (batch.count > 0)
      log.info({ chore: name, days, removed: batch.detail }, 'Not kept any longer');
    isFull = batch.isFull;
  }
}
