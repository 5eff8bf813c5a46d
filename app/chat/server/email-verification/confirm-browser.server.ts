import { sql } from 'drizzle-orm';
import type { After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { ChatHost } from '../chat-host.server.ts';
import { publishIdentity } from '../messages/publish-identity.server.ts';

/** The validity of a confirmation (rule 168), in hours, so that daylight saving time does not shift it. */
const VALID_HOURS = 90 * 24;

/**
 * Records that this browser has proved access to the inbox of the address. An earlier confirmation is
 * extended.
 */
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
