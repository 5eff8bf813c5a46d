import { sayCounted } from '../../../platform/say.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { Erased } from '../../../platform/module.ts';
import { sayCount } from '../../../platform/say-count.ts';
import { keySubjectsOf } from '../audit/address-subject.server.ts';
import { endPendingSignUps, lockAddress } from './pending-sign-ups.server.ts';

/** Deletes pending sign-ups with an email address, and replaces the address in the audit log with its hash. */
export async function eraseSignUps(
  tx: Database,
  _after: unknown,
  _host: unknown,
  email: string,
): Promise<Erased> {
  await lockAddress(tx, email);
  const signUps = await endPendingSignUps(tx, email);
  const mentions = await keySubjectsOf(tx, email);
  return {
    wasHeld: signUps + mentions > 0,
    gone: [
      ...(signUps > 0 ? [sayCount({ noun: 'sign-up', number: signUps })] : []),
      ...(mentions > 0
        ? [
            sayCounted(
              mentions,
              '{count} mention in the audit log|{count} mentions in the audit log',
            ),
          ]
        : []),
    ],
  };
}
