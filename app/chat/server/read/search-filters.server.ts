import { addDays } from '../../../platform/day.ts';
import { partPattern } from '../../../platform/lists/read-list.server.ts';
import { sql, type SQL } from 'drizzle-orm';
import {
  dayCalled,
  isNobody,
  type FilterKind,
  type SearchFilter,
} from '../../protocol/search-query.ts';
import { startOfDay } from '../../../platform/weekly-hours.ts';

/** No message is older than this day. */
const FIRST_DAY = '1970-01-02';

/**
 * The condition on the visitors `v`. Topic, service and days must match the same conversation. Labels may be
 * on the visitor or a conversation. The agent is the current one.
 */
export function visitorsOf(filters: readonly SearchFilter[], timeZone: string): SQL {
  const said = sql`coalesce(c.last_message_at, c.started_at)`;
  const ofConversation = [
    ...conversationConditions(filters),
    ...valuesOf(filters, 'after').map((day) => fromDay(said, day, timeZone)),
    ...valuesOf(filters, 'before').map((day) => untilDay(sql`c.started_at`, day, timeZone)),
  ];
  const conversation =
    ofConversation.length === 0
      ? []
      : [
          sql`exists (select 1 from conversations c
            where c.visitor_id = v.id and ${all(ofConversation)})`,
        ];
  const agents = valuesOf(filters, 'agent');
  const held = agents.length === 0 ? [] : [any(agents.map(isHeldBy))];
  return all([...labelConditions(filters), ...held, ...conversation]);
}

/**
 * The condition on the messages `m` of the conversation `c` and the visitor `v`: written on these days, and
 * either written by the agent or belonging to a visitor of that agent.
 */
export function messagesOf(filters: readonly SearchFilter[], timeZone: string): SQL {
  const agents = valuesOf(filters, 'agent').map(
    (name) => sql`(${isHeldBy(name)} or m.agent_id in ${peopleCalled(name)})`,
  );
  return all([
    ...conversationConditions(filters),
    ...labelConditions(filters),
    ...(agents.length === 0 ? [] : [any(agents)]),
    ...valuesOf(filters, 'after').map((day) => fromDay(sql`m.created_at`, day, timeZone)),
    ...valuesOf(filters, 'before').map((day) => untilDay(sql`m.created_at`, day, timeZone)),
  ]);
}

function conversationConditions(filters: readonly SearchFilter[]): SQL[] {
  const topics = valuesOf(filters, 'topic');
  return [
    ...(topics.length === 0 ? [] : [sql`c.topic_id in ${topicsCalled(topics)}`]),
    ...valuesOf(filters, 'service').map(
      (name) => sql`(c.service_slug like ${partPattern(name.replaceAll(' ', '-'))}
        or lower(c.service_title) like ${partPattern(name)})`,
    ),
  ];
}

function labelConditions(filters: readonly SearchFilter[]): SQL[] {
  return valuesOf(filters, 'label').map(
    (name) => sql`v.id in (
      select vl.visitor_id from visitor_labels vl join labels l on l.id = vl.label_id
      where lower(l.name) = ${name}
      union all
      select k.visitor_id from conversation_labels cl
      join labels l on l.id = cl.label_id
      join conversations k on k.id = cl.conversation_id
      where lower(l.name) = ${name})`,
  );
}

function isHeldBy(name: string): SQL {
  return isNobody(name) ? sql`v.agent_id is null` : sql`v.agent_id in ${peopleCalled(name)}`;
}

const peopleCalled = (name: string) => sql`(
  select p.id from profiles p
  where lower(p.full_name) like ${partPattern(name)} or lower(p.email) like ${partPattern(name)})`;

/**
 * Matches topics by id or by a part of their current name in any language. Comparing ids also finds
 * conversations that began under another name of the topic.
 */
const topicsCalled = (names: readonly string[]) => sql`(
  select split_part(t.id, '_', 3) from catalogue_texts t
  where t.id like '%\\_topic\\_%' and ${any(
    names.map(
      (name) => sql`(split_part(t.id, '_', 3) = ${name}
        or lower(t.fields ->> 'name') like ${partPattern(name)})`,
    ),
  )})`;

function fromDay(at: SQL, value: string, timeZone: string): SQL {
  const day = dayCalled(value);
  if (!day) return sql`false`;
  return day < FIRST_DAY ? sql`true` : sql`${at} >= ${startOf(timeZone, day)}::timestamptz`;
}

function untilDay(at: SQL, value: string, timeZone: string): SQL {
  const day = dayCalled(value);
  if (!day || day < FIRST_DAY) return sql`false`;
  const next = addDays(day, 1);
  // The last day of the year 9999 has no next day in four-digit notation.
  return dayCalled(next) ? sql`${at} < ${startOf(timeZone, next)}::timestamptz` : sql`true`;
}

const startOf = (timeZone: string, day: string) =>
  new Date(startOfDay(timeZone, day)).toISOString();

function valuesOf(filters: readonly SearchFilter[], kind: FilterKind): string[] {
  return filters.filter((filter) => filter.kind === kind).map(({ value }) => value.toLowerCase());
}

const all = (conditions: readonly SQL[]) =>
  conditions.length === 0 ? sql`true` : sql`(${sql.join([...conditions], sql` and `)})`;
const any = (conditions: readonly SQL[]) => sql`(${sql.join([...conditions], sql` or `)})`;
