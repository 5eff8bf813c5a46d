import { drizzle } from 'drizzle-orm/node-postgres';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { hire, useDatabase } from '../../../../tests/support/database.ts';
import {
  balances,
  createDraft,
  meet,
  createOrderContext,
  orderRow,
} from '../../../../tests/support/orders.ts';
import { tracedBy } from '../../../../tests/support/team.ts';
import { readMessagesAfter } from '../../../chat/server/read/read-messages.server.ts';
import type { Database, OpenDatabase } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { acceptDelivery, deliver } from '../delivery/delivery.server.ts';
import { answerOffer } from '../offer/answer-offer.server.ts';
import { makeOffer } from '../offer/make-offer.server.ts';
import type { OrderContext } from '../order-context.server.ts';
import { markPaid } from '../payment/settle-paid.server.ts';
import { decideRefund, requestRefund } from '../refund/refund-requests.server.ts';
import { offers, orders } from '../tables.server.ts';
import { secretOf } from '../access.server.ts';

const store = useDatabase();

class Killed extends Error {}

/** Returns a database whose process is killed before its nth statement. */
function dyingAfter(pool: OpenDatabase['pool'], statements: number): Database {
  let left = statements;
  const dying = (client: object): object =>
    new Proxy(client, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        if (name === 'connect') {
          return async () => dying((await value.call(target)) as object);
        }
        if (name !== 'query') return value.bind(target) as unknown;
        return (...sent: unknown[]) => {
          // The database server itself rolls back after a lost connection, and a statement before `begin`
          // changes nothing.
          const isFrame = /"(?:begin|rollback)"/.test(JSON.stringify(sent[0]).toLowerCase());
          if (!isFrame) left -= 1;
          if (left < 0 && !isFrame) throw new Killed('The process was killed');
          return value.apply(target, sent) as unknown;
        };
      },
    });
  return drizzle(dying(pool) as OpenDatabase['pool']);
}

/** Reads every table that a step may change, so that a partial change is detected. */
async function everything(conversationId: string): Promise<string> {
  const tables = [
    'offers',
    'orders',
    'order_events',
    'deliveries',
    'payments',
    'refunds',
    'credits',
    'ledger',
  ];
  const rows = await Promise.all(
    tables.map(
      async (table) =>
        (await store.db.execute(sql.raw(`select * from ${table} order by 1, 2`))).rows,
    ),
  );
  return JSON.stringify([rows, await readMessagesAfter(store.db, conversationId, 0)]);
}

test('killed before any statement, each step is done wholly or not at all, and once when it is repeated', async () => {
  const appContext = createOrderContext(store.db);
  const elena = await meet(appContext);
  const ines = await hire(store.db, 'ines');
  const offer = createDraft();
  const team = (by: OrderContext) => [by, tracedBy(elena.maya), elena.maya, 1001] as const;
  const found = async () => (await store.db.select().from(offers))[0]?.id ?? '';
  const secret = async () => secretOf(store.db, (await orderRow(store.db, 1001)).id);
  const refund = { outcome: 'full', way: 'credit', amount: '', reference: '', reply: '' } as const;
  const steps: readonly ((by: OrderContext) => Promise<unknown>)[] = [
    (by) => makeOffer(by, elena.maya, elena.id, offer),
    async (by) => answerOffer(by, elena.viewer, elena.id, await found(), 'accepted'),
    (by) => markPaid(...team(by), 'PP-1'),
    (by) => deliver(...team(by), 'Here it is'),
    async (by) => acceptDelivery(by, await secret()),
    async (by) => requestRefund(by, await secret(), { ground: 'late', explanation: 'Late' }),
    (by) => decideRefund(by, tracedBy(ines), ines, 1001, refund),
  ];
  let kills = 0;
  for (const [index, step] of steps.entries()) {
    const before = await everything(elena.id);
    for (let statements = 0; ; statements += 1) {
      const dying = { ...appContext, db: dyingAfter(store.pool, statements) };
      const outcome = await step(dying).then(
        () => 'done',
        (error: unknown) => error,
      );
      if (outcome === 'done') break;
      kills += 1;
      expect(await everything(elena.id), `step ${index} after ${statements}`).toBe(before);
    }
    const after = await everything(elena.id);
    expect(after).not.toBe(before);
    await step(appContext).catch((error: unknown) => {
      if (!(error instanceof RefusedError)) throw error;
    });
    expect(await everything(elena.id)).toBe(after);
  }
  expect(kills).toBeGreaterThan(50);
  expect(await store.db.$count(orders)).toBe(1);
  expect(await balances(store.db)).toEqual({
    'credit USD': 30_000,
    'orders USD': 0,
    'received:link USD': -30_000,
  });
});
