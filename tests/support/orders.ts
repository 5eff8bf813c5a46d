import { sql } from 'drizzle-orm';
import type { Database } from '../../app/platform/db/database.server.ts';
import { readSettings } from '../../app/platform/settings.server.ts';
import { answerOffer } from '../../app/orders/server/offer/answer-offer.server.ts';
import { makeOffer } from '../../app/orders/server/offer/make-offer.server.ts';
import type { OrderContext } from '../../app/orders/server/order-context.server.ts';
import { secretOf } from '../../app/orders/server/access.server.ts';
import { readNumber } from '../../app/orders/protocol/transitions.ts';
import { ledger, orders } from '../../app/orders/server/tables.server.ts';
import type { OfferDraft } from '../../app/orders/protocol/offer.ts';
import type { Member } from '../../app/accounts/protocol/member.ts';
import { VISITORS } from './cast.ts';
import { hire, createChatContext, TestClock } from './database.ts';
import { RecordingMail, TEST_ORIGIN } from './team.ts';
import { visit } from './visit.ts';

/** A process as far as orders need one, with a clock that stands still. */
export function createOrderContext(
  db: Database,
  clock = new TestClock(),
  env: Record<string, string> = {},
): OrderContext & { readonly mail: RecordingMail; readonly clock: TestClock } {
  return {
    ...createChatContext(db, clock),
    clock,
    mail: new RecordingMail(true),
    settings: readSettings({ PUBLIC_ORIGIN: TEST_ORIGIN, ...env }),
  };
}

/** An offer as an agent types it: one logo for 300 dollars. */
export function createDraft(change: Partial<OfferDraft> = {}): OfferDraft {
  return {
    clientId: crypto.randomUUID(),
    lines: [{ title: 'Logo Design', path: null, quantity: 1, price: '300' }],
    currency: 'USD',
    deliveryDays: 5,
    revisions: 2,
    validDay: '2026-06-30',
    questions: '',
    note: '',
    ...change,
  };
}

/** This browser has shown that it reads the visitor's mail. */
export async function confirm(db: Database, browserId: string, visitorId: string): Promise<void> {
  await db.execute(sql`
    insert into confirmed_browsers (browser_id, visitor_id, confirmed_at, expires_at)
    values (${browserId}, ${visitorId}, now(), now() + interval '90 days')
    on conflict do nothing`);
}

/** Elena, whose address is confirmed, and Maya, who has her. */
export async function meet(
  appContext: OrderContext & { readonly clock: TestClock },
  email: string = VISITORS.elena,
) {
  const { rows } = await appContext.db.execute<{ id: string }>(
    sql`select id from profiles where email = 'maya.okafor@embarka.example'`,
  );
  const maya: Member = rows[0]
    ? { ...rows[0], email: 'maya.okafor@embarka.example', fullName: 'Maya Okafor', role: 'agent' }
    : await hire(appContext.db, 'maya');
  const visitor = await visit(appContext.db, email, appContext.clock);
  await visitor.sendText('How much is a logo?');
  await confirm(appContext.db, visitor.browserId, visitor.visitorId);
  const viewer = { kind: 'browser', browserId: visitor.browserId } as const;
  const offer = (change: Partial<OfferDraft> = {}) =>
    makeOffer(appContext, maya, visitor.id, createDraft(change));
  const answer = (offerId: string, said: 'accepted' | 'declined' = 'accepted') =>
    answerOffer(appContext, viewer, visitor.id, offerId, said);
  return { ...visitor, maya, viewer, offer, answer };
}

/** An order that waits for its payment. */
export async function order(
  appContext: OrderContext & { readonly clock: TestClock },
  change: Partial<OfferDraft> = {},
  email?: string,
) {
  const person = await meet(appContext, email);
  const { offerId } = await person.offer(change);
  const { order: name = '' } = await person.answer(offerId);
  const number = readNumber(name) ?? 0;
  const row = await orderRow(appContext.db, number);
  return { ...person, offerId, number, id: row.id, secret: await secretOf(appContext.db, row.id) };
}

export async function orderRow(db: Database, number: number) {
  const [row] = await db
    .select()
    .from(orders)
    .where(sql`${orders.number} = ${number}`);
  if (!row) throw new Error(`There is no order ${number}`);
  return row;
}

/** What every account holds, by currency; the sum of all is nothing, or the books are wrong. */
export async function balances(db: Database): Promise<Record<string, number>> {
  const rows = await db
    .select({
      account: sql<string>`${ledger.account} || ' ' || ${ledger.currency}`,
      sum: sql<string>`sum(${ledger.amount})`,
    })
    .from(ledger)
    .groupBy(ledger.account, ledger.currency);
  return Object.fromEntries(rows.map(({ account, sum }) => [account, Number(sum)]));
}

/** What the database said when it refused; '' when it did not. */
export async function causeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return '';
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return cause instanceof Error ? cause.message : String(cause);
  }
}

/** A decision that gives the buyer credit. */
export function creditDecision(outcome: 'part' | 'full', amount = '') {
  return refundDecision(outcome, 'credit', amount);
}

export function refundDecision<T extends 'refuse' | 'part' | 'full'>(
  outcome: T,
  refundMethod: 'method' | 'credit',
  amount = '',
) {
  return { outcome, way: refundMethod, amount, reference: '', reply: 'Sorry.' } as const;
}
