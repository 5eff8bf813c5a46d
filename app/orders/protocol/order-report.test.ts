import { expect, test } from 'vitest';
import { hire, useDatabase } from '../../../tests/support/database.ts';
import { meet, order, createOrderContext } from '../../../tests/support/orders.ts';
import { tracedBy } from '../../../tests/support/team.ts';
import { VISITORS } from '../../../tests/support/cast.ts';
import { deliver } from '../server/delivery/delivery.server.ts';
import { markPaid } from '../server/payment/settle-paid.server.ts';
import { decideRefund, requestRefund } from '../server/refund/refund-requests.server.ts';
import { formatPercentage } from './order-report.ts';
import { readOrderReport } from '../server/report/read-order-report.server.ts';

const store = useDatabase();
const DAY_MS = 24 * 60 * 60 * 1000;

test('a period is told with its offers, what came of them, and what was late', async () => {
  const appContext = createOrderContext(store.db);
  const from = appContext.clock.now();
  const ines = await hire(store.db, 'ines');
  const one = await order(appContext);
  const two = await order(appContext, { currency: 'EUR' }, VISITORS.priya);
  const three = await meet(appContext, VISITORS.noor);
  await three.offer();
  const { offerId } = await three.offer();
  await three.answer(offerId, 'declined');
  for (const each of [one, two]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await markPaid(appContext, tracedBy(each.maya), each.maya, each.number, 'PP');
  }
  appContext.clock.advance(8 * DAY_MS);
  await deliver(appContext, tracedBy(one.maya), one.maya, one.number, 'Late, sorry');
  await requestRefund(appContext, one.secret, { ground: 'late', explanation: 'It was late' });
  await decideRefund(appContext, tracedBy(ines), ines, one.number, {
    outcome: 'part',
    way: 'credit',
    amount: '100',
    reference: '',
    reply: 'Sorry',
  });
  const to = new Date(appContext.clock.now().getTime() + 1);
  const report = await readOrderReport(store.db, { from, to });
  expect(report).toMatchObject({
    offers: { sent: 4, accepted: 2 },
    chatsPaid: 2,
    deliveries: { all: 1, late: 1 },
    refunds: { asked: 1 },
  });
  const before = await readOrderReport(store.db, { from: new Date(0), to: from });
  expect(before).toMatchObject({ offers: { sent: 0 }, deliveries: { all: 0 } });
  expect(formatPercentage(1, 3)).toBe('33%');
  expect(formatPercentage(0, 0)).toBe('–');
});
