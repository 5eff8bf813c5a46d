import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { isWithin, parseOpenings } from '../../../platform/weekly-hours.ts';

interface TeamRow extends Record<string, unknown> {
  id: string;
  hours: string | null;
  time_zone: string | null;
}

export async function readOpenTeams(
  tx: Database,
  conversationId: string,
  now: Date,
): Promise<string[]> {
  const { rows } = await tx.execute<TeamRow>(sql`
    select t.id, t.hours, (select d.time_zone from desk_settings d) as time_zone
    from conversations c join teams t on c.topic_id = any(t.topics)
    where c.id = ${conversationId}`);
  return rows.filter((team) => isOpen(team, now)).map(({ id }) => id);
}

function isOpen({ hours, time_zone: zone }: TeamRow, now: Date): boolean {
  const openings = hours === null ? undefined : parseOpenings(hours);
  return !openings || isWithin({ timeZone: zone ?? 'America/New_York', openings }, now);
}
