import fc from 'fast-check';
import { and, desc, eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hire, TestClock, useDatabase } from '../../../../tests/support/database.ts';
import { expectOrdersSound } from '../../../../tests/support/order-invariants.ts';
import { createOrderContext, order, refundDecision } from '../../../../tests/support/orders.ts';
import { propertyRuns } from '../../../../tests/support/property-runs.ts';
import { StripePeer } from '../../../../tests/support/stripe-peer.ts';
import { tracedBy } from '../../../../tests/support/team.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { acceptDelivery, deliver, requestRevision } from '../delivery/delivery.server.ts';
import { asBuyer } from '../order/as-actor.server.ts';
import { cancelOrder } from '../order/cancel-order.server.ts';
import { completeBrief } from '../order/complete-brief.server.ts';
import { runClocks } from '../order/run-clocks.server.ts';
import { beginCheckout } from '../payment/begin-checkout.server.ts';
import { markPaid } from '../payment/settle-paid.server.ts';
import { takeWebhook } from '../payment/take-webhook.server.ts';
import { failRefund, goneOf } from '../refund/book-refund.server.ts';
import { decideRefund, requestRefund } from '../refund/refund-requests.server.ts';
import { change } from '../../../platform/change/change.server.ts';
import { milestones, payments, refunds } from '../tables.server.ts';

const store = useDatabase();
const DAY_MS = 24 * 60 * 60 * 1000;
const TAX = {
  TAX: 'on',
  SELLER_NAME: 'Embarka Studio GmbH',
  SELLER_ADDRESS: 'Hafenstraße 12, 20457 Hamburg',
  SELLER_COUNTRY: 'DE',
  TAX_RATES: 'DE 19% VAT',
};
let peer: StripePeer;
beforeAll(async () => {
  peer = await StripePeer.start();
});
afterAll(() => peer.close());

const TRIES = [
  'pay by link',
  'pay by card',
  'pay an old page',
  'pay another sum',
  'cancel',
  'brief',
  'deliver',
  'revise',
  'accept',
  'ask',
  'refuse',
  'part',
  'full',
  'full as credit',
  'refund fails',
  'days pass',
] as const;
/** Seldom, because they end most orders. */
const REPORTS = ['refund at the provider', 'dispute'] as const;

/** An action with a milestone and an amount in cents. */
type Try = readonly [(typeof TRIES | typeof REPORTS)[number], number, number];

/** The regular life of an order, so that random sequences get beyond its first steps. */
const LIFE: readonly Try[] = [
  ['pay by card', 1, 0],
  ['brief', 1, 0],
  ['deliver', 1, 0],
  ['accept', 1, 0],
  ['pay by link', 2, 0],
  ['deliver', 2, 0],
  ['accept', 2, 0],
  ['pay by card', 3, 0],
];

const shop = () => createOrderContext(store.db, new TestClock(), { ...TAX, ...peer.env });

function doing(
  appContext: ReturnType<typeof shop>,
  one: Awaited<ReturnType<typeof order>>,
  ines: Member,
) {
  const team = [appContext, tracedBy(one.maya), one.maya, one.number] as const;
  const pages: string[] = [];
  const decide = (milestone: number, ...decision: Parameters<typeof refundDecision>) =>
    decideRefund(appContext, tracedBy(ines), ines, one.number, {
      ...refundDecision(...decision),
      milestone,
      reference: 'BACK-1',
    });
  const postBody = async (body: string) => {
    const once = () => takeWebhook(appContext, 'stripe', body, peer.sign(body));
    await Promise.all([once(), once()]);
  };
  const post = (page: string, amount: number) => postBody(peer.paid(page, { amount }));
  /** The newest one, which is held if it arrived after the cancellation. */
  const cardPayment = async () => {
    const [paid] = await store.db
      .select()
      .from(payments)
      .where(and(eq(payments.orderId, one.id), like(payments.reference, 'pi_%')))
      .orderBy(desc(payments.createdAt))
      .limit(1);
    return paid;
  };
  const pay = async (sumOf: (sum: number) => number) => {
    const page = peer.pageIdOf(await beginCheckout(appContext, one.secret, 'stripe')) ?? '';
    const session = peer.sessions.get(page);
    if (!session) return;
    pages.push(page);
    await post(page, sumOf(session.amount_total));
  };
  const does: Record<
    (typeof TRIES | typeof REPORTS)[number],
    (at: number, cents: number) => Promise<unknown>
  > = {
    'pay by link': (at) => markPaid(...team, 'PP', at),
    'pay by card': () => pay((sum) => sum),
    'pay an old page': async () => {
      const [page] = pages;
      if (page !== undefined) await post(page, peer.sessions.get(page)?.amount_total ?? 1);
    },
    'pay another sum': (_, cents) => pay(() => cents),
    cancel: () => asBuyer(appContext, one.secret, (turn) => cancelOrder(turn)),
    brief: () => completeBrief(appContext, one.secret, { 'answer-0': 'Elena' }),
    deliver: () => deliver(...team, 'Here'),
    revise: () => requestRevision(appContext, one.secret, 'Larger'),
    accept: (at) => acceptDelivery(appContext, one.secret, at),
    ask: (milestone) =>
      requestRefund(appContext, one.secret, { ground: 'late', explanation: 'Late', milestone }),
    refuse: (at) => decide(at, 'refuse', 'method'),
    part: (at, cents) => decide(at, 'part', 'method', (cents / 100).toFixed(2)),
    full: (at) => decide(at, 'full', 'method'),
    'full as credit': (at) => decide(at, 'full', 'credit'),
    'refund fails': async () => {
      const sent = await store.db.select().from(refunds).where(eq(refunds.orderId, one.id));
      const due = sent.find(({ state }) => state === 'due');
      if (!due) return;
      await change(appContext, undefined, (tx, after) =>
        failRefund(tx, after, appContext, due, { state: 'failed' }),
      );
    },
    'refund at the provider': async (_, cents) => {
      const paid = await cardPayment();
      const left = paid ? paid.amount - (await goneOf(store.db, paid.id)) : 0;
      if (paid && left > 0)
        await postBody(peer.refundedHere(paid.reference, Math.min(cents, left)));
    },
    dispute: async (_, cents) => {
      const paid = await cardPayment();
      if (paid) await postBody(peer.disputed(paid.reference, 'open', Math.min(cents, paid.amount)));
    },
    'days pass': () => (appContext.clock.advance(3 * DAY_MS), runClocks(appContext)),
  };
  return ([name, at, cents]: Try) =>
    does[name](at, cents).catch((error: unknown) => {
      if (!(error instanceof RefusedError)) throw error;
    });
}

test('whatever anybody tries with milestones, the ledger balances and the order follows them', async () => {
  const ines = await hire(store.db, 'ines');
  const attempt = fc.tuple(
    fc.oneof(
      { arbitrary: fc.constantFrom(...TRIES), weight: 30 },
      { arbitrary: fc.constantFrom(...REPORTS), weight: 1 },
    ),
    fc.integer({ min: 1, max: 3 }),
    fc.integer({ min: 1, max: 12_000 }),
  );
  /** A regular step, together with random actions at the same moment or after it. */
  const turn = fc.record({
    isAtOnce: fc.boolean(),
    skips: fc.boolean(),
    tries: fc.array(attempt, { maxLength: 3 }),
  });
  const turns = fc.array(turn, { minLength: 1, maxLength: LIFE.length });
  const undisturbed = LIFE.map(() => ({ isAtOnce: false, skips: false, tries: [] }));
  const reached = new Set<string>();
  await fc.assert(
    fc.asyncProperty(turns, fc.boolean(), fc.boolean(), async (all, isAllAtOnce, asks) => {
      const appContext = shop();
      const one = await order(appContext, {
        lines: [
          { title: 'Logo', path: null, quantity: 3, price: '33.33' },
          { title: 'Card', path: null, quantity: 1, price: '100.01' },
        ],
        questions: asks ? 'Your name' : '',
        revisions: 1,
        plan: {
          isAllAtOnce,
          milestones: [
            { title: 'Sketches', amount: '33.34', days: 3 },
            { title: 'Draft', amount: '66.66', days: 5 },
            { title: 'Final files', amount: '138', days: 7 },
          ],
        },
      });
      const act = doing(appContext, one, ines);
      for (const [index, { isAtOnce, skips, tries }] of all.entries()) {
        const step = skips ? [] : LIFE.slice(index, index + 1);
        const steps = [...step, ...tries];
        // oxlint-disable-next-line no-await-in-loop -- a sequence
        if (isAtOnce) await Promise.all(steps.map(act));
        // oxlint-disable-next-line no-await-in-loop -- as above
        else for (const each of steps) await act(each);
      }
      await expectOrdersSound(store.db);
      const rows = await store.db.select().from(milestones).where(eq(milestones.orderId, one.id));
      for (const { state } of rows) reached.add(state);
    }),
    { ...propertyRuns(30), examples: [[undisturbed, false, true]] },
  );
  // Makes sure that the sequences did something at all.
  expect(reached).toContain('accepted');
  expect(reached).toContain('refunded');
}, 180_000);
