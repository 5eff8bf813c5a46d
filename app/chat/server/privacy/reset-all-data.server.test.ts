import { describe, expect, test } from 'vitest';
import { CAST, VISITORS } from '../../../../tests/support/cast.ts';
import {
  createChatContext,
  hire,
  openBrowser,
  recordingPublisher,
  useDatabase,
} from '../../../../tests/support/database.ts';
import {
  auditOf,
  cookieOf,
  employ,
  refusalOf,
  teamServices,
  tracedBy,
} from '../../../../tests/support/team.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { serviceReviews } from '../../../reviews/server/tables.server.ts';
import {
  authAccounts,
  authSessions,
  authUsers,
  profiles,
} from '../../../accounts/server/tables.server.ts';
import { resetAllData, ResetError, type ResetRequest } from './reset-all-data.server.ts';
import { RESET_PHRASE } from '../../protocol/reset-phrase.ts';
import { newConversationId } from '../../protocol/rules.ts';
import { startConversation } from '../messages/start-conversation.server.ts';
import { jobsTable, mailboxMails } from '../../../platform/tables.server.ts';
import { conversations, visitorBlocks, visitorBrowsers, visitors } from '../tables.server.ts';
import { topic } from '../../../../tests/support/topics.ts';

const store = useDatabase();
const RIGHT: ResetRequest = { password: CAST.henrik.password, phrase: RESET_PHRASE };

async function installation() {
  const services = teamServices(store.db);
  const henrik = await employ(store.db, services, 'henrik');
  await hire(store.db, 'maya');
  const { clock } = services;
  await startConversation(createChatContext(store.db, clock, recordingPublisher().publisher), {
    id: newConversationId(clock.now()),
    browserId: await openBrowser(store.db, clock),
    email: VISITORS.elena,
    topic: topic('Sales Inquiry'),
    service: null,
  });
  await store.db.insert(serviceReviews).values({
    section: 'graphics',
    serviceSlug: 'book-design',
    name: 'Elena',
    email: VISITORS.elena,
    rating: 5,
    createdAt: clock.now(),
  });
  const reset = (request = RIGHT, db: Database = store.db) =>
    resetAllData({ ...services, db, modules: [] }, tracedBy(henrik), henrik, request);
  return { services, henrik, reset };
}

const counts = async () => ({
  visitors: (await store.db.select().from(visitors)).length,
  conversations: (await store.db.select().from(conversations)).length,
  browsers: (await store.db.select().from(visitorBrowsers)).length,
  profiles: (await store.db.select().from(profiles)).length,
  accounts: (await store.db.select().from(authUsers)).length,
  reviews: (await store.db.select().from(serviceReviews)).length,
});

const BEFORE = { visitors: 1, conversations: 1, browsers: 1, profiles: 2, accounts: 2, reviews: 1 };

describe('a reset', () => {
  test('leaves the reviews and the admin’s own account, signed out', async () => {
    const { services, henrik, reset } = await installation();
    await cookieOf(store.db, services, 'henrik');
    expect(await counts()).toEqual(BEFORE);
    await reset();
    expect(services.closed).toEqual(['member maya', `member ${henrik.id}`]);
    expect(await counts()).toEqual({
      visitors: 0,
      conversations: 0,
      browsers: 0,
      profiles: 1,
      accounts: 1,
      reviews: 1,
    });
    expect(await store.db.select().from(authSessions)).toEqual([]);
    expect(await store.db.select().from(authAccounts)).toHaveLength(1);
    expect(await auditOf(store.db, 'data-reset')).toMatchObject([{ actorId: henrik.id }]);
  });

  test('leaves no address in blocks, counts, waiting emails and the email folder, and other jobs alone', async () => {
    const { services, reset } = await installation();
    const { clock } = services;
    const job = (kind: string, key: string, payload = {}) => ({
      kind,
      key,
      lane: 'lane',
      payload,
      due: clock.now(),
      createdAt: clock.now(),
    });
    await store.db.insert(jobsTable).values([
      {
        ...job('mail', 'waiting', { to: VISITORS.elena }),
        state: 'failed',
        endedAt: clock.now(),
      },
      job('mail', 'another', { to: 'other@northfold.example' }),
      job('visitor-mail', crypto.randomUUID()),
      job('end-subscription', 'stripe sub_1'),
    ]);
    await store.db.insert(mailboxMails).values({
      id: crypto.randomUUID(),
      mailbox: VISITORS.elena,
      sort: 'answers',
      countedAt: clock.now(),
    });
    const [block] = await store.db
      .insert(visitorBlocks)
      .values({
        addressHash: 'hash',
        email: VISITORS.elena,
        note: 'Elena was rude',
        createdAt: clock.now(),
      })
      .returning();
    await store.db.insert(visitorBrowsers).values({
      secretHash: 'blocked',
      createdAt: clock.now(),
      blockId: block?.id,
    });
    await reset();
    const left = await store.db.select({ kind: jobsTable.kind }).from(jobsTable);
    expect(left).toEqual([{ kind: 'end-subscription' }]);
    expect(await store.db.$count(mailboxMails)).toBe(0);
    // The block itself stays, as after an erasure.
    expect(await store.db.select().from(visitorBlocks)).toMatchObject([
      { addressHash: 'hash', email: null, note: 'The address was erased.' },
    ]);
    expect(await store.db.select().from(visitorBrowsers)).toMatchObject([
      { secretHash: 'blocked' },
    ]);
    expect(services.mail.forgotten).toEqual(['all']);
  });

  test.each([
    ['another password', { ...RIGHT, password: 'wrong' }, 'password'],
    ['another phrase', { ...RIGHT, phrase: 'reset' }, 'phrase'],
    ['nothing typed', { password: '', phrase: '' }, 'phrase'],
  ])('with %s is refused and changes nothing', async (_, request, field) => {
    const { reset } = await installation();
    expect((await refusalOf(reset(request))).field).toBe(field);
    expect(await counts()).toEqual(BEFORE);
  });

  test('by somebody who is no admin any more is refused', async () => {
    const { reset } = await installation();
    await store.db.update(profiles).set({ role: 'manager' });
    expect((await refusalOf(reset())).status).toBe(403);
    expect(await counts()).toEqual(BEFORE);
  });

  test('that fails half-way names the step and takes everything back', async () => {
    const { services, reset } = await installation();
    const failure = await reset(RIGHT, failingAt(store.db, visitors)).catch((e: unknown) => e);
    expect(failure).toBeInstanceOf(ResetError);
    expect((failure as Error).message).toBe('Error clearing visitors: the disk is full');
    expect(await counts()).toEqual(BEFORE);
    expect(services.mail.forgotten).toEqual([]);
    const other = await reset(RIGHT, failingAt(store.db, profiles)).catch((e: unknown) => e);
    expect((other as Error).message).toBe('Error clearing profiles: the disk is full');
  });
});

function failingAt(db: Database, table: unknown): Database {
  const failing = (tx: Database) =>
    new Proxy(tx, {
      get(target, key) {
        const value: unknown = Reflect.get(target, key, target);
        if (key !== 'delete') return typeof value === 'function' ? value.bind(target) : value;
        return (from: Parameters<Database['delete']>[0]) => {
          if (from === table) throw new Error('the disk is full');
          return target.delete(from);
        };
      },
    });
  return new Proxy(db, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (key !== 'transaction') return typeof value === 'function' ? value.bind(target) : value;
      return (work: (tx: Database) => Promise<unknown>) =>
        target.transaction((tx) => work(failing(tx)));
    },
  });
}
