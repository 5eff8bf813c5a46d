import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import {
  hire,
  createChatContext,
  openBrowser,
  useDatabase,
} from '../../../../tests/support/database.ts';
import { readSettings } from '../../../platform/settings.server.ts';
import { parseOpenings, type WeeklyHours } from '../../../platform/weekly-hours.ts';
import { profiles } from '../../../accounts/server/tables.server.ts';
import { erasePerson } from '../privacy/erase-visitor.server.ts';
import { conversationRatings } from '../resolution/tables.server.ts';
import { conversations, visitorMessages, visitors } from '../tables.server.ts';
import { reportChanges, reportDays, reportMonths } from './tables.server.ts';
import { ESTIMATE_ERROR } from '../../protocol/distribution.ts';
import { addDays } from '../../../platform/day.ts';
import { boundsOf } from '../../protocol/report-period.ts';
import type { Figures, Group, Measures, Spread } from '../../protocol/report.ts';
import { readExactReport, readReport } from './read-report.server.ts';
import { readRolledReport } from './read-rolled-report.server.ts';
import { rollUp } from './roll-up.server.ts';
import { FIRST_WORDS } from '../../../../tests/support/topics.ts';

const store = useDatabase();

const DAY_MS = 24 * 60 * 60 * 1000;
/** This is in the past for every real clock, so the database records every change with its own clock. */
const NOW = new Date('2021-06-30T15:00:00Z');
const clock = { now: () => NOW };
/** The end of a month, a whole month, the start of another month, and days that are not settled yet. */
const PERIOD = { from: '2021-04-10', to: '2021-06-30' } as const;
const ALWAYS = { chatHours: undefined, supportTimezone: 'America/New_York' };

interface Desk {
  readonly chatHours: WeeklyHours | undefined;
  readonly supportTimezone: string;
}

const within = (text: string, timeZone = 'America/New_York'): Desk => ({
  chatHours: { timeZone, openings: parseOpenings(text) ?? [] },
  supportTimezone: timeZone,
});

const measuring = ({ chatHours, supportTimezone }: Desk) => ({
  hours: chatHours,
  timeZone: supportTimezone,
});

async function countAll(desk: Desk): Promise<number> {
  const appContext = {
    ...createChatContext(store.db, clock),
    settings: { ...readSettings({}), ...desk },
  };
  let counted = 0;
  for (let turn = await rollUp(appContext); turn > 0; turn = await rollUp(appContext))
    counted += turn;
  return counted;
}

const rolled = (desk: Desk) => readRolledReport(store.db, PERIOD, NOW, measuring(desk));

const exact = (desk: Desk) =>
  readExactReport(
    store.db,
    { ...boundsOf(PERIOD, desk.supportTimezone), now: NOW },
    measuring(desk),
  );

function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

const pick = <T>(list: readonly T[], random: () => number): T =>
  list[Math.floor(random() * list.length)]!;

/** Inserts random conversations: answered at once, after days or never; open or completed; rated or not. */
async function fillShop(seed: number, count = 250): Promise<void> {
  const random = chance(seed);
  const agents = ['maya', 'leo', null] as const;
  const browserIds: string[] = [];
  for (let n = 0; n < count; n += 1) browserIds.push(await openBrowser(store.db, clock));
  const chats = browserIds.map((browserId, n) => {
    const startedAt = new Date(NOW.getTime() - Math.floor(random() * 75 * DAY_MS));
    const after = (seconds: number) =>
      new Date(Math.min(NOW.getTime(), startedAt.getTime() + seconds * 1000));
    const asksFirst = random() < 0.9;
    const isAnswered = random() < 0.9;
    const wait = random() < 0.05 ? 0 : Math.exp(random() * 14);
    const isOver = random() < 0.8;
    const service = random() < 0.6 ? Math.floor(random() * 4) : undefined;
    const visitorId = randomUUID();
    const said = 1 + Math.floor(random() * 5);
    return {
      visitor: {
        id: visitorId,
        email: `person-${n}@northfold.example`,
        createdAt: startedAt,
        updatedAt: startedAt,
      },
      conversation: {
        id: `conv-${seed}-${n}`,
        visitorId,
        browserId,
        topic: pick(FIRST_WORDS.topics, random).name,
        agentId: pick(agents, random),
        serviceSection: service === undefined ? null : 'graphics',
        serviceSlug: service === undefined ? null : `service-${service}`,
        serviceTitle: service === undefined ? null : `Service ${service}${pick(['', 'b'], random)}`,
        startedAt,
        lastNumber: said + 2,
        visitorMessageCount: said,
        firstAnsweredAt: isAnswered ? after(wait) : null,
        lastMessageAt: after(wait * 2),
        completedAt: isOver ? after(wait * 2 + 1000) : null,
        // Rows from an earlier version do not have this column set.
        askedAt: asksFirst && random() < 0.5 ? after(1) : null,
      },
      asksFirst,
      firstAt: after(1),
      score: isOver && random() < 0.5 ? 1 + Math.floor(random() * 5) : undefined,
      ratedAgentId: pick(agents, random),
    };
  });
  await store.db.insert(visitors).values(chats.map(({ visitor }) => visitor));
  await store.db.insert(conversations).values(chats.map(({ conversation }) => conversation));
  await store.db.insert(visitorMessages).values(
    chats.map(({ conversation, visitor, asksFirst, firstAt }) => ({
      conversationId: conversation.id,
      number: 1,
      clientId: randomUUID(),
      visitorEmail: visitor.email,
      message: 'Hello',
      isAgent: !asksFirst,
      createdAt: firstAt,
    })),
  );
  await store.db.insert(conversationRatings).values(
    chats.flatMap(({ conversation, score, ratedAgentId }) =>
      score === undefined
        ? []
        : {
            conversationId: conversation.id,
            agentId: ratedAgentId,
            score,
            createdAt: conversation.startedAt,
            updatedAt: conversation.startedAt,
          },
    ),
  );
}

const close = (one: number | null, other: number | null, error: number) => {
  if (one === null || other === null) expect(one).toBe(other);
  else expect(Math.abs(one - other)).toBeLessThanOrEqual(Math.abs(other) * error + 0.001);
};

function expectSpread(one: Spread, other: Spread, error: number): void {
  expect(one.count).toBe(other.count);
  close(one.median, other.median, error);
  close(one.p90, other.p90, error);
}

function expectMeasures(one: Measures, other: Measures, error: number): void {
  const counts = ({
    conversations: many,
    visitorMessages,
    teamMessages,
    unanswered,
  }: Measures) => ({
    many,
    visitorMessages,
    teamMessages,
    unanswered,
  });
  expect(counts(one)).toEqual(counts(other));
  expect(one.satisfaction.count).toBe(other.satisfaction.count);
  expect(one.satisfaction.satisfied).toBe(other.satisfaction.satisfied);
  close(one.satisfaction.average, other.satisfaction.average, 1e-12);
  expectSpread(one.firstResponse, other.firstResponse, error);
  expectSpread(one.resolution, other.resolution, error);
}

const GROUPINGS = ['byDay', 'byHour', 'byAgent', 'byTopic', 'byService'] as const;

/**
 * Expects equal counts, daily figures equal to the second, and percentiles of longer periods within the
 * documented error.
 */
function expectSame(added: Figures, direct: Figures): void {
  expectMeasures(added.total, direct.total, ESTIMATE_ERROR);
  for (const grouping of GROUPINGS) {
    const names = (groups: readonly Group[]) => groups.map(({ name }) => name);
    expect(names(added[grouping])).toEqual(names(direct[grouping]));
    for (const [at, group] of added[grouping].entries()) {
      expectMeasures(group, direct[grouping][at]!, grouping === 'byDay' ? 1e-9 : ESTIMATE_ERROR);
    }
  }
}

async function hireTeam(): Promise<void> {
  await hire(store.db, 'maya');
  await hire(store.db, 'leo');
}

const DESKS: readonly (readonly [string, Desk])[] = [
  ['without hours', ALWAYS],
  ['within hours that pass midnight', within('Mon-Fri 09:00-17:30, Sat 20:00-02:00')],
  ['half a day ahead', within('Mon-Sun 08:00-20:00', 'Asia/Tokyo')],
];

describe('a report that is added up', () => {
  test.each(DESKS)('says the same as one that is read, %s', async (_, desk) => {
    await hireTeam();
    await fillShop(7);
    await countAll(desk);
    const added = await rolled(desk);
    expect(added.missingDays).toBe(0);
    expect(added.total.conversations).toBeGreaterThan(200);
    expectSame(added, await exact(desk));
    expect(await store.db.$count(reportMonths)).toBe(2);
  });

  test('follows what happens to conversations of days that are counted', async () => {
    await hireTeam();
    await fillShop(11);
    await countAll(ALWAYS);
    const shop = await store.db.select().from(conversations).orderBy(conversations.id);
    const old = shop.filter(({ startedAt }) => NOW.getTime() - startedAt.getTime() > 20 * DAY_MS);
    const open = old.filter(({ completedAt }) => completedAt === null);
    const over = old.filter(({ completedAt }) => completedAt !== null);
    const one = (id = '') => eq(conversations.id, id);
    const { db } = store;
    const unanswered = old.find(({ firstAnsweredAt }) => firstAnsweredAt === null);
    await db.update(conversations).set({ firstAnsweredAt: NOW }).where(one(unanswered?.id));
    await db.update(conversations).set({ completedAt: NOW }).where(one(open[0]?.id));
    await db.update(conversations).set({ completedAt: null }).where(one(over[0]?.id));
    await db.update(conversations).set({ lastNumber: 99 }).where(one(over[1]?.id));
    await db.update(conversations).set({ agentId: 'leo' }).where(one(over[2]?.id));
    const said = { score: 1, createdAt: NOW, updatedAt: NOW, agentId: 'maya' };
    await db
      .insert(conversationRatings)
      .values({ conversationId: over[3]?.id ?? '', ...said })
      .onConflictDoUpdate({ target: conversationRatings.conversationId, set: said });
    await db.delete(conversations).where(one(over[4]?.id));
    await db.delete(profiles).where(eq(profiles.id, 'leo'));
    expect(await store.db.$count(reportChanges)).toBeGreaterThan(7);
    await countAll(ALWAYS);
    expect(await store.db.$count(reportChanges)).toBe(0);
    expectSame(await rolled(ALWAYS), await exact(ALWAYS));
  });

  test('forgets whoever is erased', async () => {
    await hireTeam();
    await fillShop(13, 40);
    await countAll(ALWAYS);
    const before = await rolled(ALWAYS);
    const [somebody] = await store.db
      .select({ email: visitors.email })
      .from(visitors)
      .where(sql`${visitors.createdAt} between '2021-04-01' and '2021-05-01'`);
    const modules = [(await import('../../module.server.ts')).chatModule];
    const appContext = {
      ...createChatContext(store.db, clock),
      modules,
      mail: { forget: () => Promise.resolve(0) },
    };
    const trace = { member: undefined, requestId: 'test' };
    await erasePerson(appContext as never, trace, somebody?.email ?? '', 'delete');
    await countAll(ALWAYS);
    const after = await rolled(ALWAYS);
    expect(after.total.conversations).toBe(before.total.conversations - 1);
    expectSame(after, await exact(ALWAYS));
  });

  test('is counted anew when hours or time zone change, and says what it leaves out till then', async () => {
    await hireTeam();
    await fillShop(17);
    const office = within('Mon-Fri 09:00-17:00');
    await countAll(ALWAYS);
    const period = { ...PERIOD, preset: 'custom' } as const;
    const meanwhile = await readReport(store.db, clock, period, measuring(office));
    expect(meanwhile).toMatchObject({ isEstimate: true, missingDays: 68 });
    expect(meanwhile.total.conversations).toBeLessThan(60);
    await countAll(office);
    expect((await readReport(store.db, clock, period, measuring(office))).missingDays).toBe(0);
    expectSame(await rolled(office), await exact(office));
    // Switching back leaves nothing of the other hours.
    await countAll(ALWAYS);
    expectSame(await rolled(ALWAYS), await exact(ALWAYS));
  });

  test('counts a day once, whatever number of processes do it at the same moment', async () => {
    await hireTeam();
    await fillShop(19, 60);
    await Promise.all([countAll(ALWAYS), countAll(ALWAYS), countAll(ALWAYS)]);
    await countAll(ALWAYS);
    expectSame(await rolled(ALWAYS), await exact(ALWAYS));
    expect(await countAll(ALWAYS)).toBe(0);
  });

  test('leaves the last days to be read themselves, and an empty shop in peace', async () => {
    expect(await countAll(ALWAYS)).toBe(0);
    expect((await rolled(ALWAYS)).total.conversations).toBe(0);
    await hireTeam();
    await fillShop(23, 60);
    await countAll(ALWAYS);
    const days = await store.db.select({ day: reportDays.day }).from(reportDays);
    const last =
      days
        .map(({ day }) => day)
        .sort()
        .at(-1) ?? '';
    expect(last).toBe(addDays('2021-06-30', -8));
  });

  test('is one up to a month, and exact then', async () => {
    await hireTeam();
    await fillShop(29);
    const may = { preset: 'custom', from: '2021-05-01', to: '2021-05-31' } as const;
    const report = await readReport(store.db, clock, may, measuring(ALWAYS));
    expect(report).toMatchObject({ isEstimate: false, missingDays: 0 });
    expect(report.total.conversations).toBeGreaterThan(60);
  });
});
