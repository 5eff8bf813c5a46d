import { sql } from 'drizzle-orm';
import type { After } from '../../platform/change/change.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import type { ChatHost } from '../chat-host.server.ts';
import { publishIdentity } from '../say/publish-identity.server.ts';

/** How long a browser counts as confirmed (DECISIONS 33): in hours, which no change of the clocks moves. */
const VALID_HOURS = 90 * 24;

/** Whoever holds this browser has shown that they read the address's mail: it counts from now on. */
export async function confirmBrowser(
  tx: Database,
  after: After,
  host: Pick<ChatHost, 'db' | 'chat'>,
  browserId: string,
  visitorId: string,
): Promise<void> {
  await tx.execute(sql`
    insert into confirmed_browsers (browser_id, visitor_id, confirmed_at, expires_at)
    select ${browserId}, ${visitorId}, at, at + make_interval(hours => ${VALID_HOURS})
    from (select clock_timestamp() as at offset 0) as moment
    on conflict (browser_id, visitor_id) do update
    set confirmed_at = excluded.confirmed_at, expires_at = excluded.expires_at`);
  after.hint(() => publishIdentity(host, browserId, visitorId));
}
