import type { ChangeHost } from '../platform/change/change.server.ts';
import type { Room } from '../platform/room.ts';
import { AUDIT_EXPIRED_AT_ONCE, expireAudit } from './audit/expire-audit.server.ts';
import { pruneTeam } from './members/prune-team.server.ts';

const HOUR_MS = 60 * 60 * 1000;

export const team: Room<ChangeHost, unknown> = {
  chores: ({ db, clock }) => [
    { name: 'what is over', everyMs: HOUR_MS, run: () => pruneTeam(db, clock) },
  ],
  expiries: [
    {
      name: 'old audit entries',
      days: ({ retentionAuditDays }) => retentionAuditDays,
      async expire(tx, before) {
        const count = await expireAudit(tx, before);
        const isFull = count === AUDIT_EXPIRED_AT_ONCE;
        return { count, isFull, detail: `audit entries: ${count}` };
      },
    },
  ],
  kinds: () => [],
};
