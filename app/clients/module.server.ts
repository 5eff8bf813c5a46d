import { expireChallenges } from '../accounts/server/factors/passkey-challenges.server.ts';
import { change } from '../platform/change/change.server.ts';
import type { Module } from '../platform/module.ts';
import type { ClientContext } from './server/client-context.server.ts';
import { expireInvitations } from './server/companies/invite.server.ts';
import { clientPasskeyChallenges } from './server/tables.server.ts';
import { countClients, eraseClient, exportClient, resetClients } from './server/privacy.server.ts';
import { expireSessions } from './server/sessions/end-session.server.ts';
import { expireSignIns } from './server/sign-in/finish-sign-in.server.ts';

const HOUR_MS = 60 * 60 * 1000;

export const clientsModule: Module<ClientContext, unknown> = {
  scheduledJobs: (appContext) => [
    {
      name: 'client sessions that are over',
      everyMs: HOUR_MS,
      run: () =>
        change(appContext, undefined, async (tx, after) => {
          const now = appContext.clock.now();
          await expireSessions(tx, after, appContext, now);
          await expireSignIns(tx, now);
          await expireInvitations(tx, now);
          await expireChallenges(tx, clientPasskeyChallenges, now);
        }),
    },
  ],
  holding: { count: countClients, export: exportClient, erase: eraseClient },
  reset: resetClients,
};
