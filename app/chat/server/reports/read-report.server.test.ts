import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { hire, openBrowser, TestClock, useDatabase } from '../../../../tests/support/database.ts';
import { parseOpenings } from '../../../platform/weekly-hours.ts';
import { newConversationId } from '../../protocol/rules.ts';
import { readUsualMinutes } from '../read/read-desk.server.ts';
import { conversationRatings } from '../resolution/tables.server.ts';
import { conversations, visitorMessages, visitors } from '../tables.server.ts';
import { readReport } from './read-report.server.ts';

const store = useDatabase();
const clock = new TestClock();
const JUNE = { preset: 'custom', from: '2026-06-01', to: '2026-06-11' } as const;
const ALWAYS = { hours: undefined, timeZone: 'UTC' };

interface Chat {
  readonly at: string;
  /** Seconds until the first answer. Undefined means unanswered. */
  readonly answered?: number;
  readonly agentId?: string;
  readonly topic?: string;
  readonly service?: string;
  readonly score?: number;
  readonly ratedAgentId?: string;
}

async function record(chat: Chat): Promise<void> {
  const startedAt = new Date(chat.at);
  const id = newConversationId(startedAt);
  const email = `${randomUUID()}@northfold.example`;
  const answeredAt =
    chat.answered === undefined ? null : new Date(startedAt.getTime() + chat.answered * 1000);
  const [visitor] = await store.db
    .insert(visitors)
    .values({ email, createdAt: startedAt, updatedAt: startedAt })
    .returning();
  await store.db.insert(conversations).values({
    id,
    visitorId: visitor?.id ?? '',
    browserId: await openBrowser(store.db, clock),
    topic: chat.topic ?? 'Sales Inquiry',
    agentId: chat.agentId,
    serviceSection: chat.service && 'graphics',
    serviceSlug: chat.service?.toLowerCase(),
    serviceTitle: chat.service,
    startedAt,
    lastNumber: answeredAt ? 2 : 1,
    visitorMessageCount: 1,
    firstAnsweredAt: answeredAt,
    lastMessageAt: answeredAt ?? startedAt,
    completedAt: answeredAt && new Date(answeredAt.getTime() + 48 * 3600 * 1000),
    waitingSince: answeredAt ? null : startedAt,
  });
  const message = { conversationId: id, visitorEmail: email, message: 'Hello' };
  await store.db.insert(visitorMessages).values({
    ...message,
    number: 1,
    clientId: randomUUID(),
    isAgent: false,
    createdAt: startedAt,
  });
  if (chat.score) {
    await store.db.insert(conversationRatings).values({
      conversationId: id,
      agentId: chat.ratedAgentId ?? chat.agentId,
      score: chat.score,
      comment: `${chat.score} stars`,
      createdAt: startedAt,
      updatedAt: startedAt,
    });
  }
}

describe('a report', () => {
  test('says medians and ninetieth percentiles, the load, and how satisfied visitors are', async () => {
    await hire(store.db, 'maya');
    await hire(store.db, 'leo');
    const waits = [10, 20, 30, 40, 600];
    for (const [index, answered] of waits.entries()) {
      await record({ at: `2026-06-0${index + 1}T09:30:00Z`, answered, agentId: 'maya', score: 5 });
    }
    await record({ at: '2026-06-11T23:59:59Z', topic: 'General Questions', service: 'Logo' });
    await record({ at: '2026-05-31T23:59:59Z', answered: 1 });
    await record({ at: '2026-06-12T00:00:00Z', answered: 1 });

    const report = await readReport(store.db, clock, JUNE, ALWAYS);
    expect(report.total).toMatchObject({
      conversations: 6,
      visitorMessages: 6,
      teamMessages: 5,
      unanswered: 1,
      firstResponse: { count: 5, median: 30 },
      // The last message counts, not the completion two days later.
      resolution: { count: 5, median: 30 },
      satisfaction: { count: 5, average: 5, satisfied: 5 },
    });
    expect(report.total.firstResponse.p90).toBeCloseTo(376);
    expect(report.byDay.map(({ name }) => name)).toContain('2026-06-11');
    expect(report.byHour).toMatchObject([
      { name: '23', conversations: 1 },
      { name: '9', conversations: 5 },
    ]);
    expect(report.byTopic.map(({ name }) => name)).toEqual(['Sales Inquiry', 'General Questions']);
    expect(report.byService.map(({ name }) => name)).toEqual(['', 'Logo']);
    expect(report.byAgent).toMatchObject([
      { name: 'Maya Okafor', conversations: 5 },
      { name: '', conversations: 1 },
    ]);
    expect(report.comments).toHaveLength(5);
    expect(report.waitingNow).toMatchObject({ count: 1 });
  });

  test('gives a rating to the agent who had the visitor then', async () => {
    await hire(store.db, 'maya');
    await hire(store.db, 'leo');
    const chat = { at: '2026-06-02T09:00:00Z', answered: 5, agentId: 'maya' };
    await record({ ...chat, score: 2, ratedAgentId: 'leo' });
    const { byAgent } = await readReport(store.db, clock, JUNE, ALWAYS);
    expect(byAgent).toMatchObject([
      { name: 'Maya Okafor', conversations: 1, satisfaction: { count: 0 } },
      { name: 'Leo Marchetti', conversations: 0, satisfaction: { count: 1, average: 2 } },
    ]);
  });

  test('counts only open hours where there are any, across nights and days off', async () => {
    const openings = parseOpenings('Mon-Fri 09:00-17:00') ?? [];
    const timeZone = 'Europe/London';
    // From Friday 16:50 to Monday 09:05 in London: ten minutes plus five minutes of open time.
    await record({ at: '2026-06-05T15:50:00Z', answered: (64 * 60 + 15) * 60 });
    // Asked and answered on a Sunday without open time, so this is not measured.
    await record({ at: '2026-06-07T10:00:00Z', answered: 600 });
    const hours = { timeZone, openings };
    const { byDay } = await readReport(store.db, clock, JUNE, { hours, timeZone });
    expect(byDay).toMatchObject([
      { name: '2026-06-05', firstResponse: { median: 900 } },
      { name: '2026-06-07', firstResponse: { count: 0, median: null } },
    ]);
  });

  test('of nothing is empty and not an error', async () => {
    const report = await readReport(store.db, clock, JUNE, ALWAYS);
    expect(report.total).toMatchObject({ conversations: 0, firstResponse: { median: null } });
    expect(report.waitingNow).toEqual({ count: 0, longestSeconds: null });
  });
});

test('the usual wait is a month’s median, and unsaid below twenty answers', async () => {
  for (let day = 0; day < 19; day += 1) {
    await record({
      at: `2026-06-${String(11 - (day % 10)).padStart(2, '0')}T10:00:00Z`,
      answered: 150,
    });
  }
  expect(await readUsualMinutes(store.db, clock.now(), undefined)).toBeNull();
  await record({ at: '2026-06-11T11:00:00Z', answered: 9000 });
  const later = new Date(clock.now().getTime() + 6 * 60 * 1000);
  expect(await readUsualMinutes(store.db, later, undefined)).toBe(3);
});

test('the usual wait follows new chat hours at once', async () => {
  for (let day = 1; day <= 10; day += 1) {
    const date = `2026-06-${String(day).padStart(2, '0')}`;
    await record({ at: `${date}T10:00:00Z`, answered: 120 });
    await record({ at: `${date}T10:30:00Z`, answered: 120 });
    await record({ at: `${date}T20:00:00Z`, answered: 1200 });
    await record({ at: `${date}T20:30:00Z`, answered: 1200 });
    await record({ at: `${date}T21:00:00Z`, answered: 1200 });
  }
  const within = (text: string, timeZone = 'UTC') => ({
    timeZone,
    openings: parseOpenings(text) ?? [],
  });
  const now = new Date(clock.now().getTime() + 60 * 60 * 1000);
  expect(await readUsualMinutes(store.db, now, undefined)).toBe(20);
  expect(await readUsualMinutes(store.db, now, within('mon-sun 09:00-17:00'))).toBe(2);
  expect(await readUsualMinutes(store.db, now, within('mon-sun 19:00-23:00'))).toBe(20);
  // The same hours in another time zone are different hours.
  expect(await readUsualMinutes(store.db, now, within('mon-sun 19:00-23:00', 'Asia/Tokyo'))).toBe(
    2,
  );
});
