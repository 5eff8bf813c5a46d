import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hire, TestClock, useDatabase } from '../../../../tests/support/database.ts';
import { expectOrdersSound } from '../../../../tests/support/order-invariants.ts';
import { order, createOrderContext, orderRow } from '../../../../tests/support/orders.ts';
import { propertyRuns } from '../../../../tests/support/property-runs.ts';
import { StripePeer } from '../../../../tests/support/stripe-peer.ts';
import { tracedBy } from '../../../../tests/support/team.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { acceptDelivery, requestRevision, deliver } from '../delivery/delivery.server.ts';
import { beginCheckout } from '../payment/begin-checkout.server.ts';
import { markPaid } from '../payment/settle-paid.server.ts';
import { readTroubles } from '../payment/read-troubles.server.ts';
import { returnPayment } from '../payment/return-payment.server.ts';
import { takeWebhook } from '../payment/take-webhook.server.ts';
import { decideRefund, requestRefund } from '../refund/refund-requests.server.ts';
import { orders, payments } from '../tables.server.ts';
import { asBuyer } from './as-actor.server.ts';
import { cancelOrder } from './cancel-order.server.ts';
import { completeBrief } from './complete-brief.server.ts';
import { runClocks } from './run-clocks.server.ts';

const store = useDatabase();
const DAY_MS = 24 * 60 * 60 * 1000;
let peer: StripePeer;
beforeAll(async () => {
  peer = await StripePeer.start();
});
afterAll(() => peer.close());

/** Actions with an amount in cents where one is needed. Most of them are refused in most states. */
const TRIES = [
  'pay by link',
  'pay by card',
  'pay another sum',
  'cancel',
  'brief',
  'deliver',
  'revise',
  'accept',
  'ask',
  'refuse',
  'part',
  'part as credit',
  'full',
  'full as credit',
  'return',
  'days pass',
] as const;

type Try = readonly [(typeof TRIES)[number], number];

/** The regular life of an order, so that random sequences get beyond its first steps. */
const LIFE: readonly Try[] = [
  ['pay by card', 0],
  ['brief', 0],
  ['deliver', 0],
  ['revise', 0],
  ['deliver', 0],
  ['accept', 0],
];

const shop = () => createOrderContext(store.db, new TestClock(), peer.env);

type TestAppContext = ReturnType<typeof shop>;

function doing(appContext: TestAppContext, one: Awaited<ReturnType<typeof order>>, ines: Member) {
  const team = [appContext, tracedBy(one.maya), one.maya, one.number] as const;
  const decide = (
    outcome: 'refuse' | 'part' | 'full',
    refundMethod: 'method' | 'credit',
    cents: number,
  ) =>
    decideRefund(appContext, tracedBy(ines), ines, one.number, {
      outcome,
      way: refundMethod,
      amount: (cents / 100).toFixed(2),
      reference: 'BACK-1',
      reply: 'Because',
    });
  const pay = async (change: (sum: number) => number) => {
    const url = await beginCheckout(appContext, one.secret, 'stripe');
    const pageId = peer.pageIdOf(url) ?? '';
    const amount = change(peer.sessions.get(pageId)?.amount_total ?? 0);
    const body = peer.paid(pageId, { amount });
    const postWebhook = () => takeWebhook(appContext, 'stripe', body, peer.sign(body));
    await Promise.all([postWebhook(), postWebhook()]);
  };
  const does: Record<(typeof TRIES)[number], (cents: number) => Promise<unknown>> = {
    'pay by link': () => markPaid(...team, 'PP'),
    'pay by card': () => pay((sum) => sum),
    'pay another sum': (cents) => pay(() => cents),
    cancel: () => asBuyer(appContext, one.secret, (turn) => cancelOrder(turn)),
    brief: () => completeBrief(appContext, one.secret, { 'answer-0': 'Elena' }),
    deliver: () => deliver(...team, 'Here'),
    revise: () => requestRevision(appContext, one.secret, 'Larger'),
    accept: () => acceptDelivery(appContext, one.secret),
    ask: () => requestRefund(appContext, one.secret, { ground: 'late', explanation: 'Late' }),
    refuse: () => decide('refuse', 'method', 0),
    part: (cents) => decide('part', 'method', cents),
    'part as credit': (cents) => decide('part', 'credit', cents),
    full: () => decide('full', 'method', 0),
    'full as credit': () => decide('full', 'credit', 0),
    return: async () => {
      const { held } = await readTroubles(store.db, ines);
      if (held[0]) await returnPayment(appContext, tracedBy(ines), ines, held[0].id);
    },
    'days pass': () => (appContext.clock.advance(3 * DAY_MS), runClocks(appContext)),
  };
  return ([name, cents]: Try) =>
    does[name](cents).catch((error: unknown) => {
      if (!(error instanceof RefusedError)) throw error;
    });
}

test('whatever anybody tries, one after the other or two at once, no sum is wrong and no event is missing', async () => {
  const ines = await hire(store.db, 'ines');
  const attempt = fc.tuple(fc.constantFrom(...TRIES), fc.integer({ min: 1, max: 40_000 }));
  /** A regular step, together with random actions at the same moment or after it. */
  const turn = fc.record({
    isAtOnce: fc.boolean(),
    skips: fc.boolean(),
    tries: fc.array(attempt, { maxLength: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: LIFE.length }), async (turns) => {
      const appContext = shop();
      const one = await order(appContext, { questions: 'Your name', revisions: 1 });
      const act = doing(appContext, one, ines);
      for (const [index, { isAtOnce, skips, tries }] of turns.entries()) {
        const step = skips ? [] : LIFE.slice(index, index + 1);
        const all = [...step, ...tries];
        // oxlint-disable-next-line no-await-in-loop -- a sequence
        if (isAtOnce) await Promise.all(all.map(act));
        // oxlint-disable-next-line no-await-in-loop -- as above
        else for (const each of all) await act(each);
      }
      await expectOrdersSound(store.db);
      const { paidAmount, refundedAmount } = await orderRow(store.db, one.number);
      expect(refundedAmount).toBeLessThanOrEqual(paidAmount);
    }),
    propertyRuns(30),
  );
  // Makes sure that the sequences did something at all.
  expect(await store.db.$count(payments)).toBeGreaterThan(0);
  expect(await store.db.$count(orders)).toBeGreaterThan(20);
}, 120_000);
