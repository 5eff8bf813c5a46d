import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { hire, recordingPublisher, useDatabase } from '../../../../tests/support/database.ts';
import { causeOf, createOrderContext, order } from '../../../../tests/support/orders.ts';
import { refusalOf, tracedBy } from '../../../../tests/support/team.ts';
import { profiles } from '../../../accounts/server/tables.server.ts';
import { seedCatalogue } from '../../../catalogue/server/seed-catalogue.server.ts';
import { services } from '../../../catalogue/server/tables.server.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { change } from '../../../platform/change/change.server.ts';
import type { ServiceChecklistItem } from '../../../shop/checklist.ts';
import { Catalogue } from '../../../shop/catalogue.ts';
import { readCatalogueContent } from '../../../shop/read-catalogue.server.ts';
import { completeBrief } from '../order/complete-brief.server.ts';
import { readOrder, readTeamOrder } from '../order/read-order.server.ts';
import { markPaid } from '../payment/settle-paid.server.ts';
import { readOffer } from '../offer/read-offer.server.ts';
import { readNumber } from '../../protocol/transitions.ts';
import { ORDER_CHECKLIST, stampOf } from '../../protocol/checklist.ts';
import { copyChecklist } from './copy-checklist.server.ts';
import {
  addItem,
  editItem,
  moveItem,
  removeItem,
  tickItem,
  type TypedItem,
} from './edit-checklist.server.ts';
import { readCardSteps, readProgress } from './read-checklist.server.ts';
import { ASSIGNMENT_KIND, putAssignee } from './staff-order.server.ts';
import { orderAssignees, orderChecklistItems } from './tables.server.ts';
import { orders } from '../tables.server.ts';
import { jobsTable } from '../../../platform/tables.server.ts';

const store = useDatabase();

beforeEach(() => seedCatalogue(store.db));

const CHECKLIST: readonly ServiceChecklistItem[] = [
  { id: 'draft', title: 'First draft', days: 2, isShown: true },
  { id: 'review', title: 'Internal review', days: null, isShown: false },
  { id: 'final', title: 'Final files', days: 0, isShown: true },
];
const PATH = '/services/graphics/book-design';
const STEP: TypedItem = { title: 'Call the buyer', assignee: '', dueOn: '', isShown: false };

async function scene({ questions = '', checklist = CHECKLIST } = {}) {
  const texts = { 'checklist.draft': 'Erster Entwurf' };
  await store.db
    .update(services)
    .set({ checklist, translations: { de: { texts, of: {} } } })
    .where(eq(services.slug, 'book-design'));
  const { publisher, events } = recordingPublisher();
  const catalogue = new Catalogue(await readCatalogueContent(store.db));
  const appContext = { ...createOrderContext(store.db), chat: publisher, catalogue };
  const lines = [{ title: 'Logo Design', path: PATH, quantity: 1, price: '300' }];
  const bought = await order(appContext, { lines, questions });
  const leo = await hire(store.db, 'leo');
  const shop = { timeZone: 'UTC', now: appContext.clock.now() };
  const { maya, number } = bought;
  const by = (member: Member = maya) => ({ trace: tracedBy(member), member, number });
  const shown = async (member: Member = maya) =>
    (await readTeamOrder(store.db, member, `E-${number}`, shop))?.checklist ?? [];
  const titles = async () => (await shown()).map(({ title }) => title);
  const buyer = () => readOrder(store.db, bought.id, 'buyer', shop);
  const pay = () => markPaid(appContext, tracedBy(maya), maya, number, 'PP-1');
  const hints = () => events.filter(({ name }) => name === 'orders').length;
  const idOf = async (title: string) =>
    (await shown()).find((item) => item.title === title)?.id ?? '';
  return { ...bought, appContext, leo, by, shown, titles, buyer, pay, hints, idOf };
}

describe('the checklist of a service', () => {
  test('is copied when work starts, with days from then on', async () => {
    const { titles, pay, shown, buyer } = await scene();
    expect(await titles()).toEqual([]);
    await pay();
    expect(await shown()).toMatchObject([
      { title: 'First draft', dueOn: '2026-06-14', isShown: true, assignee: null, done: null },
      { title: 'Internal review', dueOn: null, isShown: false },
      { title: 'Final files', dueOn: '2026-06-12', isLate: false },
    ]);
    expect((await buyer())?.steps.map(({ title, isDone }) => [title, isDone])).toEqual([
      ['First draft', false],
      ['Final files', false],
    ]);
  });

  test('waits for the answers of the buyer, and follows what the team has added before', async () => {
    const { titles, pay, appContext, secret, by } = await scene({ questions: 'Which colours?' });
    await pay();
    await addItem(appContext, by(), randomUUID(), STEP);
    expect(await titles()).toEqual(['Call the buyer']);
    await completeBrief(appContext, secret, { 'answer-0': 'Blue' });
    expect(await titles()).toEqual([
      'Call the buyer',
      'First draft',
      'Internal review',
      'Final files',
    ]);
  });

  test('is copied once, even if work starts twice at the same time', async () => {
    const { titles, pay, appContext, id, offerId } = await scene();
    await Promise.allSettled([pay(), pay(), pay()]);
    const { lines } = await readOffer(store.db, offerId);
    const [row] = await store.db.select().from(orders).where(eq(orders.id, id));
    await change(appContext, undefined, (tx, after) =>
      copyChecklist({ tx, after, appContext, order: row!, actor: { kind: 'house' } }, lines),
    );
    expect(await titles()).toEqual(['First draft', 'Internal review', 'Final files']);
    const [item] = await store.db.select().from(orderChecklistItems);
    const again = { ...item!, id: randomUUID(), position: 9 };
    expect(await causeOf(store.db.insert(orderChecklistItems).values(again))).toContain(
      'order_checklist_items_copied',
    );
  });

  test('gives its steps to their assignees, who are notified once, and to no former member', async () => {
    await hire(store.db, 'ines');
    await hire(store.db, 'sam');
    await store.db.update(profiles).set({ status: 'suspended' }).where(eq(profiles.id, 'sam'));
    const checklist = [
      { id: 'draft', title: 'First draft', days: 2, isShown: true, assigneeId: 'ines' },
      { id: 'review', title: 'Internal review', days: null, isShown: false, assigneeId: 'sam' },
      { id: 'final', title: 'Final files', days: 0, isShown: true, assigneeId: 'ines' },
      { id: 'gone', title: 'Archive', days: null, isShown: false, assigneeId: 'nobody' },
    ];
    const { pay, shown, id } = await scene({ checklist });
    await pay();
    const steps = (await shown()).map(({ title, assignee }) => [title, assignee?.id ?? null]);
    expect(steps).toEqual([
      ['First draft', 'ines'],
      ['Internal review', null],
      ['Final files', 'ines'],
      ['Archive', null],
    ]);
    const assigned = await store.db
      .select({ memberId: orderAssignees.memberId })
      .from(orderAssignees)
      .where(eq(orderAssignees.orderId, id));
    expect(assigned).toEqual([{ memberId: 'ines' }]);
    const jobs = await store.db.select().from(jobsTable).where(eq(jobsTable.kind, ASSIGNMENT_KIND));
    expect(jobs.map(({ lane }) => lane)).toEqual(['ines']);
  });

  test('is read in the language of the reader until the team changes the title', async () => {
    const { pay, idOf, appContext, by } = await scene();
    await pay();
    const translations = async () => {
      const rows = await store.db
        .select()
        .from(orderChecklistItems)
        .orderBy(asc(orderChecklistItems.position));
      return rows.map((row) => row.translations);
    };
    expect(await translations()).toEqual([{ de: 'Erster Entwurf' }, {}, {}]);
    const id = await idOf('First draft');
    // The German form shows the German title.
    await editItem(appContext, by(), id, { ...STEP, title: 'Erster Entwurf' });
    expect((await translations())[0]).toEqual({ de: 'Erster Entwurf' });
    await editItem(appContext, by(), id, { ...STEP, title: 'Second draft' });
    expect((await translations())[0]).toEqual({});
  });
});

describe('an item of an order', () => {
  test('is added once by a form that is sent twice, edited, moved and removed', async () => {
    const { pay, titles, appContext, by, idOf, shown } = await scene();
    await pay();
    const id = randomUUID();
    await Promise.all([1, 2].map(() => addItem(appContext, by(), id, STEP)));
    expect(await titles()).toHaveLength(4);
    await editItem(appContext, by(), id, { ...STEP, title: 'Call', dueOn: '2026-06-01' });
    expect((await shown()).at(-1)).toMatchObject({ title: 'Call', isLate: true });
    await moveItem(appContext, by(), id, 1);
    await moveItem(appContext, by(), id, 1);
    expect(await titles()).toEqual(['Call', 'First draft', 'Internal review', 'Final files']);
    await moveItem(appContext, by(), id, 99);
    expect((await titles()).at(-1)).toBe('Call');
    await moveItem(appContext, by(), id, 2);
    const first = await idOf('First draft');
    await removeItem(appContext, by(), first);
    await removeItem(appContext, by(), first);
    expect(await titles()).toEqual(['Call', 'Internal review', 'Final files']);
    expect(await refusalOf(tickItem(appContext, by(), first, true))).toMatchObject({ status: 404 });
    const positions = await store.db
      .select({ position: orderChecklistItems.position })
      .from(orderChecklistItems)
      .orderBy(asc(orderChecklistItems.position));
    expect(positions.map(({ position }) => position)).toEqual([1, 2, 3]);
  });

  test('is ticked with name and time, which the buyer’s page does not name, and everybody is told', async () => {
    const { pay, appContext, by, idOf, shown, buyer, id, hints } = await scene();
    await pay();
    const item = await idOf('First draft');
    const before = hints();
    await tickItem(appContext, by(), item, true);
    await tickItem(appContext, by(), item, true);
    expect(hints()).toBeGreaterThan(before);
    expect((await shown())[0]?.done).toEqual({
      at: appContext.clock.now().toISOString(),
      by: 'Maya Okafor',
    });
    const order = await buyer();
    expect(order?.steps[0]).toEqual({ id: item, title: 'First draft', isDone: true });
    expect(JSON.stringify(order)).not.toContain('Internal review');
    expect(JSON.stringify(order?.steps)).not.toContain('Maya');
    expect(await readProgress(store.db, [id])).toEqual(new Map([[id, { done: 1, total: 2 }]]));
    await tickItem(appContext, by(), item, false);
    expect((await shown())[0]?.done).toBeNull();
  });

  test('that is late is counted on the card of the order until it is done', async () => {
    const { pay, appContext, by, idOf, id } = await scene();
    await pay();
    const steps = async (days: number) => {
      const now = new Date(appContext.clock.now().getTime() + days * 86_400_000);
      return (await readCardSteps(store.db, [id], { timeZone: 'UTC', now })).get(id);
    };
    expect(await steps(2)).toEqual({ done: 0, total: 3, late: 1 });
    expect(await steps(3)).toEqual({ done: 0, total: 3, late: 2 });
    await tickItem(appContext, by(), await idOf('First draft'), true);
    expect(await steps(3)).toEqual({ done: 1, total: 3, late: 1 });
  });

  test('makes its assignee one of the order, and loses the assignee with the order', async () => {
    const { pay, appContext, by, idOf, shown, leo, maya, number } = await scene();
    await pay();
    const item = await idOf('First draft');
    expect(await shown(leo)).toEqual([]);
    await editItem(appContext, by(), item, { ...STEP, assignee: leo.id });
    expect((await shown(leo))[0]?.assignee).toEqual({ id: leo.id, name: leo.fullName });
    await putAssignee(appContext, tracedBy(maya), maya, number, leo.id, false);
    expect((await shown())[0]?.assignee).toBeNull();
    await editItem(appContext, by(), item, { ...STEP, assignee: leo.id });
    await tickItem(appContext, by(leo), item, true);
    await store.db.delete(profiles).where(eq(profiles.id, leo.id));
    expect((await shown())[0]).toMatchObject({ assignee: null, done: { by: null } });
  });

  test('is not replaced by a form that shows an earlier version, until it is saved again', async () => {
    const { appContext, by, leo, idOf, shown } = await scene();
    await addItem(appContext, by(), randomUUID(), STEP);
    const item = await idOf('Call the buyer');
    const stamp = async () => {
      const view = (await shown()).find(({ id }) => id === item)!;
      return stampOf({ ...view, assigneeId: view.assignee?.id ?? null });
    };
    const [first, second] = [await stamp(), await stamp()];
    await editItem(appContext, by(), item, { ...STEP, title: 'Write to the buyer', stamp: first });
    const late = { ...STEP, title: 'Meet the buyer', dueOn: '2026-06-03', assignee: leo.id };
    const refused = await refusalOf(editItem(appContext, by(), item, { ...late, stamp: second }));
    expect(refused).toMatchObject({ status: 409, field: 'title' });
    expect(String(refused)).toContain('Write to the buyer');
    await editItem(appContext, by(), item, { ...late, stamp: await stamp() });
    expect((await shown())[0]).toMatchObject({ title: 'Meet the buyer', dueOn: '2026-06-03' });
  });

  test('is refused with a reason that names the field', async () => {
    const { pay, appContext, by } = await scene();
    await pay();
    const add = (typed: Partial<TypedItem>) =>
      refusalOf(addItem(appContext, by(), randomUUID(), { ...STEP, ...typed }));
    expect(await add({ title: ' ' })).toMatchObject({ status: 400, field: 'title' });
    expect(await add({ title: 'x'.repeat(201) })).toMatchObject({ status: 400, field: 'title' });
    expect(await add({ dueOn: '2026-02-30' })).toMatchObject({ status: 400, field: 'dueOn' });
    expect(await add({ assignee: 'nobody' })).toMatchObject({ status: 400, field: 'assignee' });
  });

  test('cannot be reached by an agent without the order, nor through another order', async () => {
    const { pay, appContext, by, idOf, leo, titles, offer, answer } = await scene();
    await pay();
    const item = await idOf('First draft');
    const { offerId } = await offer({ clientId: randomUUID() });
    const { order: name = '' } = await answer(offerId);
    const through = { ...by(), number: readNumber(name) ?? 0 };
    const refusals = await Promise.all(
      [
        addItem(appContext, by(leo), randomUUID(), STEP),
        editItem(appContext, by(leo), item, STEP),
        tickItem(appContext, by(leo), item, true),
        moveItem(appContext, by(leo), item, 2),
        removeItem(appContext, by(leo), item),
        editItem(appContext, through, item, STEP),
        tickItem(appContext, through, item, true),
        moveItem(appContext, through, item, 2),
        tickItem(appContext, by(), 'x', true),
      ].map(refusalOf),
    );
    expect(refusals.map(({ status }) => status)).toEqual(Array(9).fill(404));
    await removeItem(appContext, through, item);
    await addItem(appContext, through, item, STEP);
    expect(await titles()).toEqual(['First draft', 'Internal review', 'Final files']);
  });

  test('fits into the limit, which the database knows too', async () => {
    const { pay, appContext, by, id } = await scene();
    await pay();
    const [row] = await store.db.select().from(orderChecklistItems);
    const fill = Array.from({ length: ORDER_CHECKLIST.items - 3 }, (_, index) => ({
      id: randomUUID(),
      orderId: id,
      position: index + 4,
      title: 'Step',
      isShown: false,
      createdAt: row!.createdAt,
    }));
    await store.db.insert(orderChecklistItems).values(fill);
    expect(await refusalOf(addItem(appContext, by(), randomUUID(), STEP))).toMatchObject({
      status: 400,
      field: 'title',
    });
    const one = { ...fill[0]!, id: randomUUID() };
    const insert = (position: number) =>
      causeOf(store.db.insert(orderChecklistItems).values({ ...one, position }));
    expect(await insert(ORDER_CHECKLIST.items + 1)).toContain('order_checklist_items_count');
    expect(await insert(4)).toContain('order_checklist_items_position');
  });
});
