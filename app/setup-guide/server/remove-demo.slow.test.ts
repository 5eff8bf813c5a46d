import { and, eq, notInArray, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { loadDemo } from '../../../db/demo/load.ts';
import { recordFormerDemo } from '../../../db/demo/record-demo.ts';
import { createTestAppContext } from '../../../tests/support/app-context.ts';
import { useDatabase } from '../../../tests/support/database.ts';
import { createOrderContext, meet } from '../../../tests/support/orders.ts';
import { auditOf, refusalOf, teamServices, tracedBy } from '../../../tests/support/team.ts';
import { createAccount } from '../../accounts/server/sign-in/create-account.server.ts';
import { invitations, profiles } from '../../accounts/server/tables.server.ts';
import { newLink } from '../../platform/one-time-link.server.ts';
import type { Member } from '../../accounts/protocol/member.ts';
import { invoices, numberSeries } from '../../billing/server/tables.server.ts';
import { seedCatalogue } from '../../catalogue/server/seed-catalogue.server.ts';
import { cataloguePublications, services } from '../../catalogue/server/tables.server.ts';
import { cannedReplies } from '../../chat/server/messages/tables.server.ts';
import { conversations, visitors } from '../../chat/server/tables.server.ts';
import { readNumber } from '../../orders/protocol/transitions.ts';
import { checkInvoices } from '../../orders/server/invoices/check-invoices.server.ts';
import { markPaid } from '../../orders/server/payment/settle-paid.server.ts';
import { differences, ledger, orders } from '../../orders/server/tables.server.ts';
import { moderationLog, serviceReviews } from '../../reviews/server/tables.server.ts';
import { readDemo } from './read-demo.server.ts';
import { continueRemoval, startRemoval } from './remove-demo.server.ts';
import { demoRecords, setupGuide } from './tables.server.ts';

const store = useDatabase();
/** The addresses of the tests' other visitors are those of the demo. */
const CUSTOMER = 'cleo@customer.test';
const OWN = { email: 'ada@own.test', fullName: 'Ada Own', role: 'admin' as const };

let shop: Awaited<ReturnType<typeof openDemoShop>>;
beforeEach(async () => {
  shop = await openDemoShop();
});

async function openDemoShop() {
  const own = teamServices(store.db);
  await seedCatalogue(store.db);
  await loadDemo(store.db, own.auth, own.clock);
  const id = await createAccount(store.db, own.auth, own.clock, {
    ...OWN,
    password: 'an own password',
  });
  const ada: Member = { id, ...OWN };
  const appContext = createTestAppContext(store.db, own);
  return {
    appContext,
    ada,
    clock: own.clock,
    start: (hidesServices = true) =>
      startRemoval(appContext, tracedBy(ada), ada, { hidesServices }),
    async remove(hidesServices = true) {
      await this.start(hidesServices);
      await continueRemoval(appContext);
    },
  };
}

/** An order of a real person in the demo shop, paid, with an invoice. */
async function placeOwnOrder(path: string | null = null) {
  const orderContext = createOrderContext(store.db, shop.clock);
  const title = 'Logo Design';
  const { id, maya, offer, answer } = await meet(orderContext, CUSTOMER);
  const agentId = maya.id;
  await store.db.update(conversations).set({ agentId }).where(eq(conversations.id, id));
  await store.db.update(visitors).set({ agentId }).where(eq(visitors.email, CUSTOMER));
  const { offerId } = await offer({ lines: [{ title, path, quantity: 1, price: '300' }] });
  const number = readNumber((await answer(offerId)).order ?? '') ?? 0;
  await markPaid(orderContext, tracedBy(maya), maya, number, 'OWN-1');
  return { maya, number };
}

/** Every row of every table by its text, except the tables that the removal writes. */
async function readEverything(): Promise<Map<string, Set<string>>> {
  const { rows: tables } = await store.db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const all = new Map<string, Set<string>>();
  for (const { name } of tables) {
    // oxlint-disable-next-line no-await-in-loop -- one connection
    const { rows } = await store.db.execute<{ row: string }>(
      sql`select to_jsonb(t)::text as row from ${sql.identifier(name)} t`,
    );
    all.set(name, new Set(rows.map(({ row }) => row)));
  }
  return all;
}

describe('the removal of the demo data', () => {
  test('removes everything of the demo, and a second press has nothing to do', async () => {
    const before = await readDemo(store.db);
    expect(before.counts).toMatchObject({ accounts: 6, replies: 4 });
    expect(before.services).toBe(125);
    await shop.remove();
    expect(await readDemo(store.db)).toMatchObject({
      isEmpty: true,
      services: 0,
      progress: undefined,
    });
    const emptied = [
      visitors,
      conversations,
      orders,
      ledger,
      invoices,
      numberSeries,
      serviceReviews,
      moderationLog,
      cannedReplies,
      demoRecords,
    ];
    for (const table of emptied) {
      // oxlint-disable-next-line no-await-in-loop -- one connection
      expect(await store.db.$count(table)).toBe(0);
    }
    expect(await store.db.select({ id: profiles.id }).from(profiles)).toEqual([
      { id: shop.ada.id },
    ]);
    const [removed] = await auditOf(store.db, 'demo-removed');
    expect(removed).toMatchObject({ actorEmail: OWN.email });
    expect(removed?.detail).toMatch(/125 services hidden/);
    expect(await refusalOf(shop.start())).toMatchObject({ status: 409 });
  });

  test('leaves every row of own data as it was', async () => {
    // Rows that are here already are demo data; later ones are own data.
    const demo = await readEverything();
    await placeOwnOrder();
    await store.db.insert(serviceReviews).values({
      section: 'graphics',
      serviceSlug: 'book-design',
      name: 'Elena',
      email: CUSTOMER,
      rating: 5,
      createdAt: shop.clock.now(),
    });
    await store.db.insert(cannedReplies).values({
      shortcut: 'ours',
      text: 'Our own',
      createdAt: shop.clock.now(),
      updatedAt: shop.clock.now(),
    });
    const before = await readEverything();
    await shop.remove(false);
    const after = await readEverything();
    const written = ['setup_guide', 'demo_records', 'outbox'];
    // Nobody has the conversation any more, because the agent was a demo account.
    const reassigned = ['conversations', 'visitors', 'profiles'];
    for (const [name, rows] of before) {
      if (written.includes(name) || reassigned.includes(name)) continue;
      const own = [...rows].filter((row) => !demo.get(name)?.has(row));
      const retained = own.map(withoutAgent);
      const now = new Set([...(after.get(name) ?? [])].map(withoutAgent));
      expect({ name, lost: retained.filter((row) => !now.has(row)) }).toEqual({ name, lost: [] });
    }
    const [cleo] = await store.db.select().from(visitors);
    expect(cleo).toMatchObject({ email: CUSTOMER, agentId: null });
    expect(await store.db.$count(conversations)).toBe(1);
    const accounts = await store.db.select({ email: profiles.email }).from(profiles);
    expect(accounts).toEqual([{ email: OWN.email }]);
    // Texts of the shop, services and settings belong to nobody's demo.
    for (const name of ['services', 'catalogue_texts', 'catalogue_sections', 'saved_settings']) {
      expect(after.get(name)).toEqual(before.get(name));
    }
  });

  test('a demo account cannot remove itself, and nobody else than an admin can begin', async () => {
    const [henrik] = await store.db.select().from(profiles).where(eq(profiles.role, 'admin'));
    const demoAdmin = { ...shop.ada, id: henrik?.id ?? '' };
    const byDemo = startRemoval(shop.appContext, tracedBy(demoAdmin), demoAdmin, {
      hidesServices: true,
    });
    expect(await refusalOf(byDemo)).toMatchObject({
      message: expect.stringMatching(/signed in with a demo account/) as string,
    });
    const [ines] = await store.db.select().from(profiles).where(eq(profiles.role, 'manager'));
    const manager = { ...shop.ada, id: ines?.id ?? '' };
    const byManager = startRemoval(shop.appContext, tracedBy(manager), manager, {
      hidesServices: true,
    });
    expect(await refusalOf(byManager)).toMatchObject({ status: 403 });
    await continueRemoval(shop.appContext);
    expect(await store.db.$count(profiles)).toBe(7);
  });

  test('a renamed account and a changed reply belong to people, and stay', async () => {
    await store.db
      .update(profiles)
      .set({ fullName: 'Maya Real' })
      .where(eq(profiles.email, 'maya.okafor@embarka.example'));
    await store.db
      .update(cannedReplies)
      .set({ text: 'Hi, this is our own greeting' })
      .where(eq(cannedReplies.shortcut, 'hello'));
    // Somebody wrote a reply of their own with a demo account.
    const [leo] = await store.db
      .select()
      .from(profiles)
      .where(eq(profiles.email, 'leo.marchetti@embarka.example'));
    const at = shop.clock.now();
    const reply = { ownerId: leo?.id ?? '', shortcut: 'ours', text: 'Ours' };
    await store.db.insert(cannedReplies).values({ ...reply, createdAt: at, updatedAt: at });
    const { link } = newLink(shop.clock, 1000);
    await store.db
      .insert(invitations)
      .values({ email: CUSTOMER, role: 'agent', invitedBy: leo?.id ?? '', ...link });
    expect((await readDemo(store.db)).counts).toMatchObject({ accounts: 5, replies: 3 });
    await shop.remove();
    const names = (await store.db.select().from(profiles)).map(({ fullName }) => fullName);
    expect(names.toSorted()).toEqual(['Ada Own', 'Maya Real']);
    const replies = await store.db.select().from(cannedReplies).orderBy(cannedReplies.shortcut);
    expect(replies.map(({ shortcut }) => shortcut)).toEqual(['hello', 'ours']);
    expect(replies.at(-1)).toMatchObject({ ownerId: shop.ada.id });
    expect(await store.db.select().from(invitations)).toMatchObject([{ invitedBy: shop.ada.id }]);
  });

  test('hides only example services that nobody changed, ordered or reviewed, and can be undone', async () => {
    await placeOwnOrder('/services/graphics/trade-booth-design');
    await store.db.insert(serviceReviews).values({
      section: 'graphics',
      serviceSlug: 'book-design',
      name: 'Elena',
      email: CUSTOMER,
      rating: 5,
      createdAt: shop.clock.now(),
    });
    await store.db
      .update(services)
      .set({ title: 'Our Translation' })
      .where(eq(services.slug, 'translation'));
    await shop.remove();
    const shown = await store.db
      .select({ slug: services.slug })
      .from(services)
      .where(eq(services.isHidden, false))
      .orderBy(services.slug);
    expect(shown.map(({ slug }) => slug)).toEqual([
      'book-design',
      'trade-booth-design',
      'translation',
    ]);
    const [newest] = await store.db
      .select()
      .from(cataloguePublications)
      .where(eq(cataloguePublications.revision, 2));
    expect(newest).toMatchObject({ byName: 'Ada Own' });
  });

  test('a currency of the shop does not make its example services own ones', async () => {
    await store.db.execute(sql`update services set currency = 'EUR'`);
    expect((await readDemo(store.db)).services).toBe(125);
  });

  test('a process that dies in the middle leaves whole transactions, and the next round goes on', async () => {
    await shop.start();
    const { appContext } = shop;
    let attempts = 0;
    const dying = Object.create(appContext, {
      mail: {
        value: {
          forget: () => {
            attempts += 1;
            // The fifth visitor's transaction rolls back.
            return attempts === 5 ? Promise.reject(new Error('killed')) : Promise.resolve(0);
          },
        },
      },
    }) as typeof appContext;
    await expect(continueRemoval(dying)).rejects.toThrow('killed');
    const { progress } = await readDemo(store.db);
    expect(progress?.done).toBe(4);
    // A second press while it runs is harmless, and two processes take turns.
    await shop.start();
    await Promise.all([continueRemoval(appContext), continueRemoval(appContext)]);
    expect((await readDemo(store.db)).isEmpty).toBe(true);
    expect(await auditOf(store.db, 'demo-removed')).toHaveLength(1);
    expect(await auditOf(store.db, 'demo-removal-started')).toHaveLength(1);
  });

  test('numbers of documents have no gap: they begin anew, or documents between own ones stay', async () => {
    const issued = await store.db.$count(invoices);
    expect(issued).toBeGreaterThan(0);
    const own = await placeOwnOrder();
    // A demo order that is paid later has a number after the own one.
    const [late] = await store.db
      .select({ number: orders.number, id: orders.id })
      .from(orders)
      .where(
        and(
          eq(orders.state, 'awaiting payment'),
          notInArray(orders.id, store.db.select({ id: invoices.orderId }).from(invoices)),
        ),
      )
      .orderBy(orders.number)
      .limit(1);
    const orderContext = createOrderContext(store.db, shop.clock);
    await markPaid(orderContext, tracedBy(own.maya), own.maya, late?.number ?? 0, 'LATE');
    await shop.remove();
    const left = await store.db
      .select()
      .from(invoices)
      .where(eq(invoices.kind, 'invoice'))
      .orderBy(invoices.seriesNumber);
    const first = left[0]?.seriesNumber ?? 0;
    expect(first).toBeGreaterThan(1);
    expect(left.map(({ seriesNumber }) => seriesNumber)).toEqual(
      left.map((_, index) => first + index),
    );
    const [retained] = await store.db
      .select()
      .from(orders)
      .where(eq(orders.id, late?.id ?? ''));
    expect(retained).toMatchObject({ buyerEmail: null, brief: null });
    await checkInvoices(orderContext);
    expect(await store.db.select().from(differences)).toEqual([]);
  });

  test('the removal waits if no admin of one’s own is left', async () => {
    await shop.start();
    await store.db
      .update(profiles)
      .set({ status: 'suspended' })
      .where(eq(profiles.id, shop.ada.id));
    await continueRemoval(shop.appContext);
    const admins = await store.db.select().from(profiles).where(eq(profiles.role, 'admin'));
    expect(admins).toHaveLength(2);
    await store.db.update(profiles).set({ status: 'active' }).where(eq(profiles.id, shop.ada.id));
    await continueRemoval(shop.appContext);
    expect(await store.db.$count(profiles)).toBe(1);
  });
});

test('an installation of an earlier version recognises its demo data once, and nothing that people changed', async () => {
  const recorded = await store.db.select().from(demoRecords);
  await store.db.delete(demoRecords);
  await store.db.update(setupGuide).set({ demoRecordedAt: null });
  await store.db
    .update(profiles)
    .set({ fullName: 'Leo Real' })
    .where(eq(profiles.email, 'leo.marchetti@embarka.example'));
  await recordFormerDemo(store.db, shop.clock);
  expect(await store.db.$count(demoRecords)).toBe(recorded.length - 1);
  await store.db.delete(demoRecords);
  await recordFormerDemo(store.db, shop.clock);
  expect(await store.db.$count(demoRecords)).toBe(0);
});

/** A deleted account leaves null in the columns that named it. */
function withoutAgent(row: string): string {
  return row.replaceAll(
    /"(?:agent_id|made_by|by_id|member_id|decided_by|owner_id|created_by|author_id)": (?:"[^"]*"|null)/g,
    '"member": null',
  );
}
