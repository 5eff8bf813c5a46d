import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createTestAppContext } from '../../../../tests/support/app-context.ts';
import { CAST, VISITORS } from '../../../../tests/support/cast.ts';
import { openCompany } from '../../../../tests/support/company.ts';
import { hire, useDatabase } from '../../../../tests/support/database.ts';
import { createOrderContext, meet, order } from '../../../../tests/support/orders.ts';
import { auditOf, refusalOf, teamServices, tracedBy } from '../../../../tests/support/team.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { readBuyerFigures } from '../../../orders/server/order/read-buyer-figures.server.ts';
import { markPaid } from '../../../orders/server/payment/settle-paid.server.ts';
import { pathOfList, readListState } from '../../../platform/lists/list-state.ts';
import { pathOfVisitor, VISITOR_LIST } from '../../protocol/visitor-list.ts';
import { blockListed, readListedEmail, unblockListed } from '../privacy/block-listed.server.ts';
import { blockVisitor } from '../privacy/block-visitor.server.ts';
import { erasePerson } from '../privacy/erase-visitor.server.ts';
import { rateConversation } from '../resolution/rate-conversation.server.ts';
import { exportVisitors, listVisitors } from './list-visitors.server.ts';
import { saveLabel, readLabels } from './manage-labels.server.ts';
import { putLabel } from './put-label.server.ts';

const store = useDatabase();
const DAY_MS = 24 * 60 * 60 * 1000;
const { elena, priya, noor, kofi } = VISITORS;

const stateOf = (query: string) => readListState(VISITOR_LIST, new URLSearchParams(query));

/** Elena, Priya and Noor have written to Maya, in this order, a minute apart. */
async function scene() {
  const appContext = createOrderContext(store.db);
  const people: (Awaited<ReturnType<typeof meet>> & { readonly email: string })[] = [];
  for (const email of [elena, priya, noor]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    people.push({ ...(await meet(appContext, email)), email });
    appContext.clock.advance(60_000);
  }
  const ines = await hire(store.db, 'ines');
  const list = (query: string, member: Member = ines, perPage?: number) =>
    listVisitors(appContext, member, stateOf(query), readBuyerFigures, perPage);
  const find = async (query: string, member?: Member) => {
    const { rows } = await list(query, member);
    return rows.map(({ email }) => email);
  };
  const block = (email: string, note = 'Insults us.') =>
    blockVisitor(appContext, tracedBy(ines), email, note);
  const idOf = (email: string) => people.find((one) => one.email === email)?.visitorId ?? '';
  return { appContext, people, ines, list, find, block, idOf, trace: tracedBy(ines) };
}

describe('the list of visitors', () => {
  test('begins with the latest activity, sorts by first contact and pages in both directions', async () => {
    const { find, list, people, appContext } = await scene();
    expect(await find('')).toEqual([noor, priya, elena]);
    await people[0]?.sendText('One more thing.');
    expect(await find('')).toEqual([elena, noor, priya]);
    expect(await find('sort=created')).toEqual([elena, priya, noor]);

    const first = await list('', undefined, 2);
    expect(first.rows.map(({ email }) => email)).toEqual([elena, noor]);
    expect(first.count).toBe(3);
    // Somebody writes for the first time meanwhile.
    appContext.clock.advance(60_000);
    await meet(appContext, kofi);
    const second = await list(`after=${first.next}`, undefined, 2);
    expect(second.rows.map(({ email }) => email)).toEqual([priya]);
    const back = await list(`before=${second.previous}`, undefined, 2);
    expect(back.rows.map(({ email }) => email)).toEqual([elena, noor]);
    for (const cursor of ['zzzz', Buffer.from('updated x y').toString('base64url')]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect((await list(`after=${cursor}`)).rows).toHaveLength(4);
    }
  });

  test('finds by parts of address and name, in any page, and counts what it finds', async () => {
    const { find, list, idOf } = await scene();
    await store.db.execute(
      sql`update visitors set name = 'Zoë Weiß' where id = ${idOf(priya)}::uuid`,
    );
    expect(await find('q=northfold')).toEqual([elena]);
    expect(await find('q=ZOE')).toEqual([priya]);
    expect(await find('q=.example')).toHaveLength(3);
    expect(await find('q=nobody')).toEqual([]);
    expect(await find('q=100%25')).toEqual([]);
    const page = await list('q=.example', undefined, 2);
    expect(page.count).toBe(3);
    expect((await list(`q=.example&after=${page.next}`, undefined, 2)).rows).toHaveLength(1);
  });

  test('filters by open chat, orders, agent, topic, label and activity', async () => {
    const { appContext, find, idOf, ines } = await scene();
    const bought = await order(appContext, {}, kofi);
    await saveLabel(appContext, tracedBy(ines), { name: 'Press', colour: 'blue' });
    const [label] = await readLabels(store.db);
    await putLabel(appContext, ines, {
      visitorId: idOf(noor),
      labelId: label?.id ?? '',
      isOn: true,
    });
    await store.db.execute(
      sql`update conversations set completed_at = now(), topic_id = 'press' where visitor_id = ${idOf(elena)}::uuid`,
    );
    const open = await find('show=open');
    expect(open).not.toContain(elena);
    expect(open).toHaveLength(3);
    expect(await find('show=ordered')).toEqual([kofi]);
    expect(await find('show=unordered')).toHaveLength(3);
    expect(await find(`agent=${bought.maya.id}`)).toHaveLength(4);
    expect(await find('agent=leo')).toEqual([]);
    await store.db.execute(
      sql`update visitors set agent_id = null where id = ${idOf(elena)}::uuid`,
    );
    expect(await find('agent=unassigned')).toEqual([elena]);
    expect(await find('topic=press')).toEqual([elena]);
    expect(await find(`label=${label?.id}`)).toEqual([noor]);
    expect(await find(`label=${crypto.randomUUID()}`)).toEqual([]);
    expect(await find('label=none')).toHaveLength(4);
    expect(await find('active=7')).toHaveLength(4);
    appContext.clock.advance(100 * DAY_MS);
    expect(await find('active=90')).toEqual([]);
    expect(await find('active=quiet')).toHaveLength(4);
    expect(await find('active=quiet&q=noor&show=unordered')).toEqual([noor]);
  });

  test('shows orders, payments by currency, rating, agent and labels', async () => {
    const { appContext, list, people } = await scene();
    const [first] = people;
    if (!first) throw new Error('Nobody has written');
    for (const currency of ['USD', 'EUR'] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const { number, maya } = await order(appContext, { currency }, elena);
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await markPaid(appContext, tracedBy(maya), maya, number, `PP-${currency}`);
    }
    await order(appContext, {}, elena);
    await store.db.execute(
      sql`update conversations set first_answered_at = now(), completed_at = now()`,
    );
    await rateConversation(appContext, first.viewer, first.id, { score: 4, comment: null });
    const { rows } = await list('q=northfold');
    expect(rows).toMatchObject([
      {
        email: elena,
        agent: CAST.maya.fullName,
        orderCount: 3,
        paid: [
          { amount: 30_000, currency: 'EUR' },
          { amount: 30_000, currency: 'USD' },
        ],
        rating: { average: 4, count: 1 },
        language: 'en',
        companies: [],
        block: null,
      },
    ]);
  });

  test('names the companies of a client, and finds it by their names', async () => {
    const company = await openCompany(store.db);
    await meet(company.appContext, elena);
    const ines = await hire(store.db, 'ines');
    company.appContext.clock.advance(60_000);
    await meet(company.appContext, priya);
    const list = (query: string) =>
      listVisitors(company.appContext, ines, stateOf(query), readBuyerFigures, 1);
    const page = await list('q=harbour+b');
    expect(page.rows).toMatchObject([{ email: elena, companies: ['Harbour Books'] }]);
    expect((await list('q=r')).count).toBe(2);
    expect((await list('q=cafe')).count).toBe(0);
    await blockVisitor(company.appContext, tracedBy(ines), elena, 'Spam.');
    expect((await list('q=harbour&show=blocked')).rows).toHaveLength(1);
  });

  test('has for an agent only the visitors that the inbox shows, and only their orders', async () => {
    const { appContext, find, people, list, idOf } = await scene();
    const maya = people[0]?.maya;
    if (!maya) throw new Error('Nobody has written');
    await order(appContext, {}, elena);
    const leo = await hire(store.db, 'leo');
    expect(await find('', maya)).toHaveLength(3);
    expect(await find('', leo)).toEqual([]);
    expect(await find('q=northfold', leo)).toEqual([]);
    await store.db.execute(
      sql`update visitors set agent_id = 'leo' where id = ${idOf(priya)}::uuid`,
    );
    expect(await find('', leo)).toEqual([priya]);
    expect((await list('', leo)).count).toBe(1);
    expect(await find('q=northfold', leo)).toEqual([]);
    expect((await list('q=northfold', maya)).rows).toMatchObject([{ orderCount: 1 }]);
    expect(await readBuyerFigures(store.db, leo, [elena])).toEqual(
      new Map([[elena, { companies: [], orderCount: 0, paid: [] }]]),
    );
  });

  test('lists blocks with their reasons, also of addresses that never wrote or were erased', async () => {
    const { appContext, find, list, block, ines, trace } = await scene();
    const everything = createTestAppContext(store.db, teamServices(store.db));
    await block(elena);
    appContext.clock.advance(60_000);
    await block(kofi, 'Spam.');
    appContext.clock.advance(60_000);
    await block(noor);
    await erasePerson(everything, trace, noor, 'delete');
    const { rows } = await list('show=blocked');
    expect(rows).toMatchObject([
      { email: null, isVisitor: false, block: { email: null, blockedBy: CAST.ines.fullName } },
      { email: kofi, isVisitor: false, block: { note: 'Spam.' } },
      { email: elena, isVisitor: true, block: { note: 'Insults us.', attemptCount: 0 } },
    ]);
    expect(JSON.stringify(rows)).not.toContain('noor');
    expect(await find('')).toEqual([priya, elena]);
    expect(await find('show=blocked&q=kofi')).toEqual([kofi]);
    expect(await find('show=blocked&q=northfold')).toEqual([elena]);
    const first = await list('show=blocked', undefined, 2);
    expect((await list(`show=blocked&after=${first.next}`, undefined, 2)).rows).toMatchObject([
      { email: elena },
    ]);

    const [erased] = rows;
    expect(await readListedEmail(store.db, erased?.id ?? '')).toBeNull();
    for (const { id } of rows) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await unblockListed(appContext, trace, ines, id);
    }
    expect(await find('show=blocked')).toEqual([]);
    expect(await auditOf(store.db, 'visitor-unblocked')).toHaveLength(3);
  });

  test('blocks and unblocks rows one by one, and never those of others', async () => {
    const { appContext, ines, trace, idOf, find } = await scene();
    const leo = await hire(store.db, 'leo');
    const id = idOf(elena);
    const byLeo = () => blockListed(appContext, tracedBy(leo), leo, id, 'Mine');
    expect((await refusalOf(byLeo())).status).toBe(404);
    await blockListed(appContext, trace, ines, id, 'Spam.');
    expect((await refusalOf(blockListed(appContext, trace, ines, id, 'Again'))).status).toBe(409);
    expect(await find('show=blocked')).toEqual([elena]);
    expect((await refusalOf(unblockListed(appContext, tracedBy(leo), leo, id))).status).toBe(404);
    await unblockListed(appContext, trace, ines, id);
    expect((await refusalOf(unblockListed(appContext, trace, ines, id))).status).toBe(409);
    const nobody = crypto.randomUUID();
    expect((await refusalOf(blockListed(appContext, trace, ines, nobody, 'x'))).status).toBe(404);
  });

  test('exports the shown columns of the filtered rows, and records it', async () => {
    const { appContext, ines, trace, block } = await scene();
    await block(elena);
    const csv = await exportVisitors(
      appContext,
      trace,
      ines,
      stateOf('q=northfold&columns=visitor.orders'),
      readBuyerFigures,
    );
    expect(csv.replace('\uFEFF', '').trim().split('\r\n')).toEqual([
      'Name,Email,Blocked,Orders',
      `,${elena},yes,0`,
    ]);
    const recorded = await auditOf(store.db, 'list-exported');
    expect(recorded).toHaveLength(1);
    expect(JSON.stringify(recorded)).not.toContain('northfold');
  });
});

test('an address is neither read from the URL of the list nor written into it', () => {
  const state = stateOf(`q=${encodeURIComponent(elena)}`);
  expect(state.filters.q).toBe('');
  expect(stateOf('q=elena＠northfold').filters.q).toBe('');
  expect(pathOfList(VISITOR_LIST, state)).toBe('/team/visitors?sort=-updated');
  expect(pathOfVisitor(stateOf('show=open'), 'x')).toBe('/team/visitors?show=open&visitor=x');
});
