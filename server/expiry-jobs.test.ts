import { describe, expect, test } from 'vitest';
import { VISITORS } from '../tests/support/cast.ts';
import {
  createChatContext,
  hire,
  openBrowser,
  recordingPublisher,
  useDatabase,
} from '../tests/support/database.ts';
import { createTestAppContext } from '../tests/support/app-context.ts';
import { auditOf, teamServices } from '../tests/support/team.ts';
import { resolveVisitor } from '../app/chat/server/resolution/complete-conversation.server.ts';
import { newConversationId } from '../app/chat/protocol/rules.ts';
import { startConversation } from '../app/chat/server/messages/start-conversation.server.ts';
import { conversations, visitorBrowsers, visitors } from '../app/chat/server/tables.server.ts';
import { readSettings } from '../app/platform/settings.server.ts';
import { postReview } from '../app/reviews/server/post-review.server.ts';
import { serviceReviews } from '../app/reviews/server/tables.server.ts';
import { auditLog } from '../app/platform/tables.server.ts';
import { createExpiryJobs } from './scheduled-jobs.ts';
import { topic } from '../tests/support/topics.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const store = useDatabase();

async function installation(settings: Record<string, string>) {
  const services = teamServices(store.db);
  const { publisher, events } = recordingPublisher();
  const appContext = {
    ...createTestAppContext(store.db, services),
    chat: publisher,
    settings: readSettings(settings),
  };
  const { clock } = services;
  const maya = await hire(store.db, 'maya');
  const start = async (browserId: string, email: string, isOver: boolean) => {
    clock.advance(1000);
    const id = newConversationId(clock.now());
    const chat = { id, browserId, email, topic: topic('Sales Inquiry'), service: null } as const;
    await startConversation(createChatContext(store.db, clock, publisher), chat);
    if (isOver) await resolveVisitor(createChatContext(store.db, clock, publisher), maya, id);
    return id;
  };
  /** All processes run their scheduled jobs at the same moment. */
  const startScheduledJobs = (processes = 1) =>
    Promise.all(
      Array.from({ length: processes }, () =>
        Promise.all(createExpiryJobs(appContext).map((chore) => chore.run())),
      ),
    );
  return { appContext, clock, events, start, startScheduledJobs };
}

function conversationsIn(written: readonly { detail: string | null }[]): number {
  const counts = written.map(({ detail }) => /conversations: (\d+)/.exec(detail ?? '')?.[1]);
  return counts.reduce((sum, count) => sum + Number(count), 0);
}

test('a period that an admin changes counts from the next round on', async () => {
  const { appContext, clock, start } = await installation({});
  await start(await openBrowser(store.db, clock), VISITORS.elena, true);
  clock.advance(40 * DAY_MS);
  let settings = readSettings({});
  const changing = {
    ...appContext,
    get settings() {
      return settings;
    },
  };
  const scheduledJobs = createExpiryJobs(changing);
  for (const chore of scheduledJobs) await chore.run();
  expect(await store.db.select().from(conversations)).toHaveLength(1);
  settings = readSettings({ RETENTION_CHAT_DAYS: '30' });
  for (const chore of scheduledJobs) await chore.run();
  expect(await store.db.select().from(conversations)).toEqual([]);
});

test('without a setting everything is kept', async () => {
  const { clock, start, startScheduledJobs } = await installation({});
  await start(await openBrowser(store.db, clock), VISITORS.elena, true);
  clock.advance(4000 * DAY_MS);
  await startScheduledJobs();
  expect(await store.db.select().from(conversations)).toHaveLength(1);
});

describe('conversations that ended long ago', () => {
  test('go with the visitors and browsers that have nothing else; others stay', async () => {
    const { clock, events, start, startScheduledJobs } = await installation({
      RETENTION_CHAT_DAYS: '30',
    });
    const elenas = await openBrowser(store.db, clock);
    const noors = await openBrowser(store.db, clock);
    await start(elenas, VISITORS.elena, true);
    await start(noors, VISITORS.noor, true);
    const open = await start(await openBrowser(store.db, clock), VISITORS.kofi, false);
    clock.advance(20 * DAY_MS);
    const recent = await start(noors, VISITORS.noor, true);
    clock.advance(20 * DAY_MS);
    await startScheduledJobs(2);

    const left = await store.db.select({ id: conversations.id }).from(conversations);
    expect(left.map(({ id }) => id).sort()).toEqual([open, recent].sort());
    const people = await store.db.select({ email: visitors.email }).from(visitors);
    expect(people.map(({ email }) => email).sort()).toEqual([VISITORS.kofi, VISITORS.noor]);
    expect(await store.db.select().from(visitorBrowsers)).toHaveLength(2);
    expect(events.filter(({ name }) => name === 'unassigned')).toHaveLength(1);
    const written = await auditOf(store.db, 'data-expired');
    expect(conversationsIn(written)).toBe(2);
    expect(JSON.stringify(written)).not.toContain('elena');
  });

  test('are taken in batches until none is left, shared by processes', async () => {
    const { clock, start, startScheduledJobs } = await installation({ RETENTION_CHAT_DAYS: '1' });
    const browser = await openBrowser(store.db, clock);
    await start(browser, VISITORS.elena, true);
    const [visitor] = await store.db.select().from(visitors);
    await store.db.insert(conversations).values(
      Array.from({ length: 250 }, (_, index) => ({
        id: `old-${index}`,
        visitorId: visitor?.id ?? '',
        browserId: browser,
        topic: 'Sales Inquiry' as const,
        startedAt: clock.now(),
        completedAt: clock.now(),
      })),
    );
    clock.advance(2 * DAY_MS);
    await startScheduledJobs(3);
    expect(await store.db.select().from(conversations)).toEqual([]);
    const written = await auditOf(store.db, 'data-expired');
    expect(conversationsIn(written)).toBe(251);
  });
});

test('old reviews lose their address and stay; old audit entries go', async () => {
  const { clock, startScheduledJobs } = await installation({
    RETENTION_REVIEW_EMAIL_DAYS: '30',
    RETENTION_AUDIT_DAYS: '30',
  });
  const review = (email: string) =>
    postReview(
      store.db,
      clock,
      { section: 'graphics', slug: 'book-design' },
      { name: 'Elena', email, rating: 5, text: '' },
    );
  await review(VISITORS.elena);
  await store.db
    .insert(auditLog)
    .values({ at: clock.now(), action: 'sign-in-failed', requestId: 'request-1' });
  clock.advance(31 * DAY_MS);
  await review(VISITORS.noor);
  await startScheduledJobs(2);
  const rows = await store.db.select().from(serviceReviews);
  expect(new Set(rows.map(({ email }) => email))).toEqual(new Set([VISITORS.noor, null]));
  const written = await store.db.select().from(auditLog);
  expect(new Set(written.map(({ detailMessage }) => detailMessage))).toEqual(
    new Set([
      { key: 'accounts.audit-expired', values: { count: 1 } },
      { key: 'reviews.addresses-expired', values: { count: 1 } },
    ]),
  );
});
