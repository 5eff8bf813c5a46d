import { expireChallenges } from '../accounts/server/factors/passkey-challenges.server.ts';
import { expireHourly } from '../platform/change/expire-hourly.server.ts';
import type { Module } from '../platform/module.ts';
import type { ClientContext } from './server/client-context.server.ts';
import { expireInvitations } from './server/companies/invite.server.ts';
import { clientPasskeyChallenges } from './server/tables.server.ts';
import { countClients, eraseClient, exportClient, resetClients } from './server/privacy.server.ts';
import { expireSessions } from './server/sessions/end-session.server.ts';
import { expireSignIns } from './server/sign-in/finish-sign-in.server.ts';

export const clientsModule: Module<ClientContext, unknown> = {
  scheduledJobs: (appContext) => [
    expireHourly(appContext, 'client sessions that are over', async (tx, clock, after) => {
      const now = clock.now();
      return (
        (await expireSessions(tx, after, appContext, now)) +
        (await expireSignIns(tx, now)) +
        (await expireInvitations(tx, now)) +
        (await expireChallenges(tx, clientPasskeyChallenges, now))
      );
    }),
  ],
  holding: { count: countClients, export: exportClient, erase: eraseClient },
  reset: resetClients,
};
