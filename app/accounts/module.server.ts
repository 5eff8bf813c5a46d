import type { ChangeContext } from '../platform/change/change.server.ts';
import { expireHourly } from '../platform/change/expire-hourly.server.ts';
import type { Module } from '../platform/module.ts';
import {
  eraseSignUps,
  countSignUps,
  exportPendingSignUps,
} from './server/sign-in/pending-sign-ups.server.ts';
import { keyOldSubjects } from './server/audit/address-subject.server.ts';
import {
  AUDIT_EXPIRED_AT_ONCE,
  countExpiredAudit,
  expireAudit,
} from './server/audit/audit.server.ts';
import { deleteViewsAbout } from './server/lists/list-views.server.ts';
import { pruneTeam } from './server/members/prune-team.server.ts';
import { accountMessage } from './stored-messages.ts';

export const accountsModule: Module<ChangeContext, unknown> = {
  prepare: (db) => keyOldSubjects(db),
  scheduledJobs: (appContext) => [expireHourly(appContext, 'what is over', pruneTeam)],
  expiries: [
    {
      name: 'old audit entries',
      setting: 'RETENTION_AUDIT_DAYS',
      days: ({ auditExpiresAfterDays }) => auditExpiresAfterDays,
      count: countExpiredAudit,
      async expire(tx, before) {
        const count = await expireAudit(tx, before);
        const isFull = count === AUDIT_EXPIRED_AT_ONCE;
        return { count, isFull, detail: accountMessage('accounts.audit-expired', { count }) };
      },
    },
  ],
  holding: {
    count: countSignUps,
    export: async (db, email) => ({ signUps: await exportPendingSignUps(db, email) }),
    async erase(tx, after, appContext, email) {
      await deleteViewsAbout(tx, email);
      return eraseSignUps(tx, after, appContext, email);
    },
  },
};
