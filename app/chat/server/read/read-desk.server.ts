import { sql } from 'drizzle-orm';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { Remembered } from '../../../platform/remembered.ts';
import {
  isWithin,
  nextOpening,
  nextTurn,
  type WeeklyHours,
} from '../../../platform/weekly-hours.ts';
import {
  isConnected,
  mayGetSql,
} from '../../../accounts/server/members/who-gets-visitors.server.ts';
import { activeChats, capacity, hasCapacity } from '../assignment/agent-load.server.ts';
import {
  agentStateOf,
  deskStateOf,
  expectedMinutes,
  usualMinutes,
} from '../../protocol/desk-state.ts';
import type { AgentView, Availability } from '../../protocol/views.ts';

const ANSWERS_MEASURED = 500;
const CACHE_MS = 5 * 60 * 1000;

interface Cached {
  readonly hours: string;
  readonly until: number;
  readonly minutes: Promise<number | null>;
}

/**
 * Every page with a chat button needs this value, and it changes slowly. It is cached for minutes and
 * measured anew when the chat hours change.
 */
const saved = new WeakMap<Database, Cached>();

const WAITS_MEASURED = 30;

const AGENTS_SHOWN = 200;

/** Returns the availability shown to visitors (rule 129). Without `hours` the chat never closes. */
export async function readAvailability(
  db: Database,
  clock: Clock,
  hours: WeeklyHours | undefined,
): Promise<Availability> {
  const now = clock.now();
  const isWithinHours = !hours || isWithin(hours, now);
  const { rows } = await db.execute<Record<'accepting' | 'connected' | 'with_room', string>>(sql`
    select count(*) as accepting,
      count(*) filter (where is_connected) as connected,
      count(*) filter (where is_connected and has_room) as with_room
    from (
      select ${isConnected('p')} as is_connected, ${isConnected('p')} and ${hasCapacity()} as has_room
      from profiles p
      where ${mayGetSql('counted', 'p')}
    ) agents`);
  const counted = rows[0];
  // A wait measured while agents were online says nothing while nobody is online (rule 132).
  const isPromised = isWithinHours && Number(counted?.connected) > 0;
  return {
    state: deskStateOf({
      isWithinHours,
      accepting: Number(counted?.accepting),
      connected: Number(counted?.connected),
      withRoom: Number(counted?.with_room),
    }),
    expectedMinutes: isPromised ? expectedMinutes(await readWaits(db)) : null,
    usualMinutes: isPromised ? await readUsualMinutes(db, now, hours) : null,
    opensAt: hours && !isWithinHours ? nextOpening(hours, now).toISOString() : null,
  };
}

/**
 * The cache needs a short TTL: a message can use up the last capacity and a lease can expire without any
 * event.
 */
const TRUE_FOR_MS = 3_000;

/**
 * Caches the availability for all readers. The cache follows chat hours exactly and change events at once;
 * other changes show after at most three seconds.
 */
export function rememberAvailability(
  db: Database,
  clock: Clock,
  hoursNow: () => WeeklyHours | undefined,
): Remembered<Availability> {
  const read = async () => {
    const hours = hoursNow();
    const turn = hours && nextTurn(hours, clock.now());
    const value = await readAvailability(db, clock, hours);
    return turn ? { value, until: turn } : { value };
  };
  return new Remembered(read, clock, TRUE_FOR_MS);
}

async function readWaits(db: Database): Promise<number[]> {
  const { rows } = await db.execute<{ seconds: string }>(sql`
    select extract(epoch from c.first_answered_at - m.created_at) as seconds
    from (
      select id, first_answered_at from conversations
      where first_answered_at > clock_timestamp() - interval '7 days'
      order by first_answered_at desc limit ${WAITS_MEASURED}
    ) c
    join visitor_messages m on m.conversation_id = c.id and m.number = 1 and not m.is_agent
      and m.removal_number is null`);
  return rows.map(({ seconds }) => Number(seconds));
}

type AgentRow = Record<string, unknown> & Omit<AgentView, 'state'>;

export async function readAgents(db: Database): Promise<AgentView[]> {
  const { rows } = await db.execute<AgentRow>(sql`
    select p.id, p.full_name as "fullName", p.role, p.accepts_chats as "acceptsChats",
      p.capacity as "ownCapacity", ${isConnected('p')} as "isConnected",
      ${capacity} as capacity, (${activeChats()})::int as "activeChats",
      (select count(*)::int from visitors o where o.agent_id = p.id and o.state <> 'resolved')
        as "openChats"
    from profiles p
    where ${mayGetSql('handed', 'p')}
    order by p.full_name, p.id
    limit ${AGENTS_SHOWN}`);
  return rows.map((row) => ({ ...row, state: agentStateOf(row) }));
}

/**
 * Returns the median wait in minutes of the last 30 days, for questions within the chat hours. Null if the
 * sample is too small.
 */
export function readUsualMinutes(
  db: Database,
  now: Date,
  hours: WeeklyHours | undefined,
): Promise<number | null> {
  const key = JSON.stringify(hours ?? null);
  const known = saved.get(db);
  if (known?.hours === key && now.getTime() < known.until) return known.minutes;
  const measured = {
    hours: key,
    until: now.getTime() + CACHE_MS,
    minutes: measure(db, now, hours),
  };
  saved.set(db, measured);
  measured.minutes.catch(() => {
    // Another measurement with other hours may have replaced this one.
    if (saved.get(db) === measured) saved.delete(db);
  });
  return measured.minutes;
}

async function measure(
  db: Database,
  now: Date,
  hours: WeeklyHours | undefined,
): Promise<number | null> {
  const { rows } = await db.execute<{ asked_at: Date; seconds: string }>(sql`
    select m.created_at as asked_at, extract(epoch from c.first_answered_at - m.created_at) as seconds
    from (
      select id, first_answered_at from conversations
      where first_answered_at > ${now.toISOString()}::timestamptz - interval '30 days'
      order by first_answered_at desc limit ${ANSWERS_MEASURED}
    ) c
    join visitor_messages m on m.conversation_id = c.id and m.number = 1 and not m.is_agent
      and m.removal_number is null`);
  const waits = rows.filter((row) => !hours || isWithin(hours, new Date(row.asked_at)));
  return usualMinutes(waits.map(({ seconds }) => Number(seconds)));
}
