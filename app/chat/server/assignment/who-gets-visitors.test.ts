import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { useDatabase } from '../../../../tests/support/database.ts';
import { may } from '../../../accounts/protocol/permissions.ts';
import { ROLES } from '../../../accounts/protocol/roles.ts';
import {
  isConnected,
  mayGetSql,
  ASKED,
  mayGet,
  type AssignmentStatus,
  type AssignmentStep,
} from '../../../accounts/server/members/who-gets-visitors.server.ts';
import { authUsers, profiles } from '../../../accounts/server/tables.server.ts';
import { conversations, visitorBrowsers, visitors } from '../tables.server.ts';
import { hasCapacity } from '../../protocol/desk-state.ts';
import { activeChats, capacity, hasCapacity as hasCapacitySql } from './agent-load.server.ts';

const store = useDatabase();
const PAYMENT_METHODS = Object.keys(ASKED) as AssignmentStep[];
const NOW = new Date();
const later = new Date(NOW.getTime() + 60_000);
const before = new Date(NOW.getTime() - 60_000);

interface Person extends AssignmentStatus {
  readonly id: string;
  readonly capacity: number | null;
  readonly chats: number;
  readonly connectedUntil: Date | null;
}

/** Builds every combination of role, choice to answer, status, availability switch, connection lease, load and capacity. */
function everybody(): Person[] {
  const choices = ROLES.flatMap((role) => [
    { role, answersVisitors: false },
    ...(may({ role }, 'choose-to-answer') ? [{ role, answersVisitors: true }] : []),
  ]);
  const people: Omit<Person, 'id'>[] = choices.flatMap((choice) =>
    (['waiting', 'active', 'suspended'] as const).flatMap((status) =>
      [true, false].flatMap((acceptsChats) =>
        [null, before, later].flatMap((connectedUntil) =>
          [
            { capacity: null, chats: 0 },
            { capacity: 1, chats: 0 },
            { capacity: 1, chats: 1 },
            { capacity: 1, chats: 2 },
          ].map((load) => ({
            ...choice,
            status,
            acceptsChats,
            connectedUntil,
            isConnected: connectedUntil === later,
            hasCapacity: load.capacity === null || load.chats < load.capacity,
            ...load,
          })),
        ),
      ),
    ),
  );
  return people.map((person, index) => ({ ...person, id: `person-${index}` }));
}

async function insert(people: readonly Person[]): Promise<void> {
  const { db } = store;
  const at = { createdAt: NOW, updatedAt: NOW };
  const emailOf = ({ id }: Person) => `${id}@embarka.example`;
  await db.insert(authUsers).values(
    people.map((person) => ({
      id: person.id,
      name: person.id,
      email: emailOf(person),
      emailVerified: true,
      ...at,
    })),
  );
  await db.insert(profiles).values(
    people.map((person) => ({
      id: person.id,
      email: emailOf(person),
      fullName: person.id,
      role: person.role,
      status: person.status,
      acceptsChats: person.acceptsChats,
      answersVisitors: person.answersVisitors,
      capacity: person.capacity,
      connectedUntil: person.connectedUntil,
      ...at,
    })),
  );
}

/** Inserts the open chats directly, without simulating the visitors. */
async function insertChats(people: readonly Person[]): Promise<void> {
  const chats = people.flatMap(({ id, chats: count }) =>
    Array.from({ length: count }, (_, index) => ({ agentId: id, name: `${id}-${index}` })),
  );
  const { db } = store;
  const at = { createdAt: NOW, updatedAt: NOW };
  const browsers = await db
    .insert(visitorBrowsers)
    .values(chats.map(({ name }) => ({ secretHash: name, createdAt: NOW })))
    .returning({ id: visitorBrowsers.id });
  const inserted = await db
    .insert(visitors)
    .values(
      chats.map(({ name, agentId }) => ({
        email: `${name}@northfold.example`,
        conversationId: name,
        agentId,
        ...at,
      })),
    )
    .returning({ id: visitors.id, conversationId: visitors.conversationId });
  await db.insert(conversations).values(
    inserted.map(({ id, conversationId }, index) => ({
      id: conversationId ?? '',
      visitorId: id,
      browserId: browsers[index]?.id ?? '',
      topic: 'Sales Inquiry' as const,
      startedAt: NOW,
    })),
  );
}

test('who may get a visitor is the same to the database and to the code, whoever it is', async () => {
  const people = everybody();
  await insert(people);
  await insertChats(people);
  const ways = PAYMENT_METHODS.map(
    (step) => sql`${mayGetSql(step, 'p', hasCapacitySql())} as ${sql.identifier(step)}`,
  );
  const { rows } = await store.db.execute<Record<string, unknown> & { id: string }>(sql`
    select p.id, ${isConnected('p')} as is_connected, ${hasCapacitySql()} as has_room,
      ${activeChats()}::int as active, ${capacity} as capacity, ${sql.join(ways, sql`, `)}
    from profiles p`);
  const told = new Map(rows.map((row) => [row.id, row]));
  expect(told.size).toBe(people.length);
  for (const person of people) {
    // Comparing the person as well makes a failure show which combination failed.
    expect({ person, ...told.get(person.id) }).toMatchObject({
      person,
      ...Object.fromEntries(PAYMENT_METHODS.map((step) => [step, mayGet(step, person)])),
      is_connected: person.isConnected,
      active: person.chats,
      has_room: hasCapacity({ activeChats: person.chats, capacity: person.capacity }),
    });
  }
});

test('the ways ask for more and more', () => {
  const people = everybody();
  const ids = (step: AssignmentStep) =>
    people.filter((person) => mayGet(step, person)).map(({ id }) => id);
  const [handed, counted, given, passedOn, expected, there] = PAYMENT_METHODS.map(ids);
  // Members with the support role choose visitors or are handed some, but are never assigned automatically.
  expect(counted?.length).toBeLessThan(handed?.length ?? 0);
  expect(given?.length).toBeLessThan(counted?.length ?? 0);
  expect(passedOn?.length).toBeLessThan(given?.length ?? 0);
  expect(handed).toEqual(expect.arrayContaining([...(counted ?? [])]));
  expect(counted).toEqual(expect.arrayContaining([...(given ?? [])]));
  expect(given).toEqual(expect.arrayContaining([...(passedOn ?? [])]));
  // A person counts as connected even without capacity.
  expect(expected).toEqual(expect.arrayContaining([...(passedOn ?? [])]));
  expect(expected?.length).toBeGreaterThan(passedOn?.length ?? 0);
  expect(there).toEqual(expect.arrayContaining([...(expected ?? [])]));
  expect(counted).toEqual(expect.arrayContaining([...(there ?? [])]));
  const full = people.filter(({ hasCapacity: has }) => !has).map(({ id }) => id);
  expect(full.length).toBeGreaterThan(0);
  expect([...(given ?? []), ...(passedOn ?? [])].filter((id) => full.includes(id))).toEqual([]);
  const roles = (step: AssignmentStep) =>
    new Set(
      people
        .filter((person) => mayGet(step, person))
        .map(({ role, answersVisitors }) => (answersVisitors ? `answering ${role}` : role)),
    );
  expect(roles('given')).toEqual(new Set(['agent', 'answering admin', 'answering manager']));
  expect(roles('handed')).toEqual(new Set([...roles('given'), 'support']));
});
