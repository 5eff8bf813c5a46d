import { expect } from 'vitest';
import type { Member } from '../../app/accounts/protocol/member.ts';
import { runClocks } from '../../app/orders/server/order/run-clocks.server.ts';
import { markPaid } from '../../app/orders/server/payment/settle-paid.server.ts';
import {
  asSubscriber,
  asSubscriptionMember,
  type SubscriptionTurn,
} from '../../app/orders/server/subscription/act-on-subscription.server.ts';
import { runSubscriptions } from '../../app/orders/server/subscription/run-subscriptions.server.ts';
import { secretOfSubscription } from '../../app/orders/server/subscription/subscription-access.server.ts';
import { subscriptions } from '../../app/orders/server/subscription/tables.server.ts';
import type { Database } from '../../app/platform/db/database.server.ts';
import { VISITORS } from './cast.ts';
import { hire, TestClock } from './database.ts';
import { createCheckout, openForm } from './order-form.ts';
import { tracedBy } from './team.ts';

const HOUR_MS = 3_600_000;
/** It costs a price per month. */
const SERVICE = 'digital/email-marketing';

/** Elena subscribes on June 12, 2026. */
export async function subscribe(
  db: Database,
  env: Record<string, string> = {},
  typed = {},
  path = SERVICE,
) {
  const clock = new TestClock();
  const appContext = createCheckout(db, clock, env);
  const maya = await hire(db, 'maya');
  const form = await openForm(appContext, path, VISITORS.elena, {
    purchase: 'subscribe',
    ...typed,
  });
  // The form has learned the total with the coupon before.
  const seen = await form.place({ code: '' });
  expect(
    await form.place({
      code: await form.askCode(),
      ...(seen.kind === 'changed' && { seen: seen.quote.seen }),
    }),
  ).toMatchObject({ kind: 'placed' });
  const pay = (number: number) =>
    markPaid(appContext, tracedBy(maya), maya, number, `PP-${number}`);
  /** Lets time pass in steps, as the scheduled jobs run. */
  const pass = async (days: number) => {
    for (let hour = 0; hour < days * 24; hour += 6) {
      clock.advance(6 * HOUR_MS);
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await runSubscriptions(appContext);
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await runClocks(appContext);
    }
  };
  const row = async () => {
    const [found] = await db.select().from(subscriptions);
    if (!found) throw new Error('There is no subscription');
    return found;
  };
  const secret = await secretOfSubscription(db, (await row()).id);
  const asElena = <T>(work: (turn: SubscriptionTurn) => Promise<T>) =>
    asSubscriber(appContext, secret, work);
  const asTeam = <T>(work: (turn: SubscriptionTurn) => Promise<T>, member: Member = maya) =>
    asSubscriptionMember(appContext, tracedBy(member), member, 1001, work);
  return { appContext, clock, maya, pay, pass, row, secret, asElena, asTeam };
}
