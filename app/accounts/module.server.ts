import { change, type ChangeHost } from '../platform/change/change.server.ts';
import type { Room } from '../platform/module.ts';
import { eraseSignUps } from './server/sign-in/erase-sign-ups.server.ts';
import { countSignUps, exportPendingSignUps } from './server/sign-in/pending-sign-ups.server.ts';
import { keyOldSubjects } from './server/audit/key-old-subjects.server.ts';
import {
  AUDIT_EXPIRED_AT_ONCE,
  countExpiredAudit,
  expireAudit,
} from './server/audit/expire-audit.server.ts';
import { pruneTeam } from './server/members/prune-team.server.ts';

const HOUR_MS = 60 * 60 * 1000;

export const team: Room<ChangeHost, unknown> = {
  prepare: (db) => keyOldSubjects(db),
  chores: (host) => [
    {
      name: 'what is over',
      everyMs: HOUR_MS,
      run: () => change(host, undefined, (tx) => pruneTeam(tx, host.clock)),
    },
  ],
  expiries: [
    {
      name: 'old audit entries',
      setting: 'RETENTION_AUDIT_DAYS',
      days: ({ retentionAuditDays }) => retentionAuditDays,
      count: countExpiredAudit,
      async expire(tx, before) {
        const count = await expireAudit(tx, before);
        const isFull = count === AUDIT_EXPIRED_AT_ONCE;
        return { count, isFull, detail: `audit entries: ${count}` };
      },
    },
  ],
  holding: {
    count: countSignUps,
    export: async (db, email) => ({ signUps: await exportPendingSignUps(db, email) }),
    erase: eraseSignUps,
  },
};
