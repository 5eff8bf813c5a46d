import type { Member } from '../../app/accounts/protocol/member.ts';
import { authSessions } from '../../app/accounts/server/tables.server.ts';
import { saveDevice } from '../../app/notifications/server/push/devices.server.ts';
import type { Database } from '../../app/platform/db/database.server.ts';
import { createChatContext, type TestClock } from './database.ts';
import { browserKeys } from './push.ts';

/** A browser of the member that receives pushes. */
export async function giveDevice(db: Database, member: Member, clock: TestClock) {
  const sessionId = crypto.randomUUID();
  const at = clock.now();
  await db.insert(authSessions).values({
    id: sessionId,
    token: sessionId,
    userId: member.id,
    expiresAt: new Date(at.getTime() + 14 * 24 * 60 * 60 * 1000),
    createdAt: at,
  });
  const { subscription } = browserKeys('https://push.example/leo');
  const as = { member, sessionId };
  await saveDevice(createChatContext(db, clock), 'public', as, subscription, 'Firefox on Linux');
}
