import { randomUUID } from 'node:crypto';
import { conversationRatings } from '../../app/chat/server/resolution/tables.server.ts';
import {
  conversations,
  visitorBrowsers,
  visitorMessages,
  visitors,
} from '../../app/chat/server/tables.server.ts';
import { newConversationId } from '../../app/chat/protocol/rules.ts';
import past from '../../content/demo/past-conversations.json' with { type: 'json' };
import type { Clock } from '../../app/platform/clock.ts';
import type { Database } from '../../app/platform/db/database.server.ts';
import type { DemoTeam } from './load-conversations.ts';
import { topicIdOf } from './topic-id.ts';

const DAYS = 42;
const MINUTE_MS = 60 * 1000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Conversations per day, back from yesterday. */
const LOADS = [7, 5, 6, 8, 9, 6, 2];

const AGENTS = ['maya', 'leo', 'sana', 'maya', 'leo'] as const;
/** Hours of the day in UTC: most visitors ask in the afternoon. */
const HOURS = [8, 10, 13, 14, 14, 15, 16, 17, 18, 19, 21];
/** Seconds until the first answer. */
const WAITS = [38, 65, 90, 95, 110, 130, 150, 160, 190, 240, 310, 480, 1500];
const LENGTHS_MINUTES = [6, 9, 12, 14, 18, 25, 40];
/** 0 means that the visitor did not rate. */
const SCORES = [5, 0, 4, 5, 0, 5, 3, 0, 5, 4, 2, 0, 5, 4, 0, 5];

interface Talk {
  readonly topic: string;
  readonly service?: { readonly section: string; readonly slug: string; readonly title: string };
  readonly question: string;
  readonly answer: string;
}

// tests/unit/content.test.ts checks the file against these types.
const { firstNames, companies } = past;
/** Every address that `inventConversations` can make. */
export const PAST_ADDRESSES: readonly string[] = firstNames.flatMap((name) =>
  companies.map((company) => `${name}@${company}.example`),
);
const COMMENTS: Readonly<Record<number, string>> = past.comments;
const TALKS = past.talks as readonly Talk[];

/** Returns an item of a cyclic list; lists of different lengths produce many combinations. */
function pick<T>(list: readonly T[], index: number): T {
  const item = list[index % list.length];
  if (item === undefined) throw new Error('A list of the demo is empty');
  return item;
}

/**
 * Loads six weeks of resolved conversations with ratings, for the reports and the usual waiting
 * time. Their visitors are not assigned to anybody, so the dashboards stay small.
 */
export async function loadPastConversations(
  db: Database,
  clock: Clock,
  team: DemoTeam,
): Promise<void> {
  const past = inventConversations(clock, team);
  const owners = await insertVisitors(db, clock, past);
  await db.insert(conversations).values(
    past.map(({ id, talk, email, agentId, startedAt, answeredAt, endedAt }) => ({
      id,
      ...(owners.get(email) ?? { visitorId: '', browserId: '' }),
      topic: talk.topic,
      topicId: topicIdOf(talk.topic),
      agentId,
      serviceSection: talk.service?.section,
      serviceSlug: talk.service?.slug,
      serviceTitle: talk.service?.title,
      lastNumber: 3,
      visitorMessageCount: 2,
      visitorReadNumber: 3,
      agentReadNumber: 3,
      startedAt,
      assignedAt: startedAt,
      firstAnsweredAt: answeredAt,
      lastMessageAt: endedAt,
      completedAt: endedAt,
    })),
  );
  await db.insert(visitorMessages).values(past.flatMap(messagesOf));
  await db.insert(conversationRatings).values(
    past
      .filter(({ score }) => score > 0)
      .map(({ id, agentId, score, endedAt }, index) => ({
        conversationId: id,
        agentId,
        score,
        comment: score < 4 || index % 4 === 0 ? COMMENTS[score] : null,
        createdAt: endedAt,
        updatedAt: endedAt,
      })),
  );
}

type Past = ReturnType<typeof inventConversations>[number];

function inventConversations(clock: Clock, team: DemoTeam) {
  const midnight = Math.floor(clock.now().getTime() / DAY_MS) * DAY_MS;
  const days = Array.from({ length: DAYS }, (_, day) =>
    Array.from({ length: pick(LOADS, day) }, () => midnight - (1 + day) * DAY_MS),
  );
  return days.flat().map((dayAt, index) => {
    const talk = pick(TALKS, index);
    const startedAt = new Date(dayAt + pick(HOURS, index * 4) * 60 * MINUTE_MS + index * 7000);
    const answeredAt = new Date(startedAt.getTime() + pick(WAITS, index) * 1000);
    const endedAt = new Date(answeredAt.getTime() + pick(LENGTHS_MINUTES, index) * MINUTE_MS);
    const email = `${pick(firstNames, index)}@${pick(companies, index)}.example`;
    const agentId = team[pick(AGENTS, index)];
    const score = pick(SCORES, index);
    return {
      id: newConversationId(startedAt),
      talk,
      email,
      agentId,
      score,
      startedAt,
      answeredAt,
      endedAt,
    };
  });
}

/** Creates a visitor for each address, and a browser that nobody has for each visitor. */
async function insertVisitors(db: Database, clock: Clock, past: readonly Past[]) {
  // The newest conversation of each address comes first in the list.
  const newest = new Map<string, Past>();
  for (const one of past) if (!newest.has(one.email)) newest.set(one.email, one);
  const people = await db
    .insert(visitors)
    .values(
      [...newest.values()].map(({ id, talk, email, startedAt, endedAt }) => ({
        email,
        topic: talk.topic,
        conversationId: id,
        createdAt: startedAt,
        updatedAt: endedAt,
        completedAt: endedAt,
      })),
    )
    .returning({ id: visitors.id, email: visitors.email });
  const browsers = await db
    .insert(visitorBrowsers)
    .values(people.map(() => ({ secretHash: randomUUID(), createdAt: clock.now() })))
    .returning({ id: visitorBrowsers.id });
  return new Map(
    people.map(({ id, email }, index) => [
      email,
      { visitorId: id, browserId: browsers[index]?.id ?? '' },
    ]),
  );
}

function messagesOf({ id, talk, email, agentId, startedAt, answeredAt, endedAt }: Past) {
  const words = [talk.question, talk.answer, 'That helps, thank you.'];
  const times = [startedAt, answeredAt, endedAt];
  return words.map((message, index) => ({
    conversationId: id,
    number: index + 1,
    clientId: randomUUID(),
    visitorEmail: email,
    message,
    isAgent: index === 1,
    agentId: index === 1 ? agentId : null,
    createdAt: times[index] ?? endedAt,
  }));
}
