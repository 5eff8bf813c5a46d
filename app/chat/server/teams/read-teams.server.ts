import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import {
  isConnected,
  mayGetSql,
} from '../../../accounts/server/members/who-gets-visitors.server.ts';
import type { TeamTarget } from '../../protocol/views.ts';

export interface TeamView {
  readonly id: string;
  readonly name: string;
  readonly topics: readonly string[];
  /** In the format of `parseOpenings`. Null means always. */
  readonly hours: string | null;
  readonly memberIds: readonly string[];
  /** The time of the last change, for optimistic locking. */
  readonly version: string;
}

export async function readTeams(db: Database): Promise<TeamView[]> {
  const { rows } = await db.execute<Omit<TeamView, 'version'> & { updatedAt: Date }>(sql`
    select t.id, t.name, t.topics, t.hours, t.updated_at as "updatedAt",
      array(select m.member_id from team_members m where m.team_id = t.id) as "memberIds"
    from teams t order by lower(t.name)`);
  return rows.map(({ updatedAt, ...team }) => ({
    ...team,
    version: new Date(updatedAt).toISOString(),
  }));
}

/** Returns the teams with at least one member, other than the current agent, who accepts chats. */
export async function readTeamTargets(
  db: Database,
  holderId: string | null,
): Promise<TeamTarget[]> {
  const { rows } = await db.execute<Record<string, unknown> & TeamTarget>(sql`
    select t.id, t.name, count(*) filter (where ${isConnected('p')})::int as "connectedCount"
    from teams t
    join team_members m on m.team_id = t.id
    join profiles p on p.id = m.member_id and p.id is distinct from ${holderId}
      and ${mayGetSql('counted', 'p')}
    group by t.id order by lower(t.name)`);
  return rows;
}
