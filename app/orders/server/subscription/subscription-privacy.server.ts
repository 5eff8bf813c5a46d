import { and, asc, eq, inArray, ne, or, sql } from 'drizzle-orm';
import { findNextOwner } from '../../../clients/server/companies/find-next-owner.server.ts';
import { clients, companies, companyMembers } from '../../../clients/server/tables.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { formatOrderNumber } from '../../protocol/transitions.ts';
import { formatSubscriptionNumber } from '../../protocol/subscription-transitions.ts';
import { orders } from '../tables.server.ts';
import {
  subscriptionEvents,
  subscriptionPeriods,
  subscriptionRequests,
  subscriptions,
} from './tables.server.ts';

export async function countSubscriptions(db: Database, email: string): Promise<number> {
  return db.$count(subscriptions, eq(subscriptions.buyerEmail, email));
}

export async function exportSubscriptionsOf(db: Database, email: string) {
  const theirs = await db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.buyerEmail, email))
    .orderBy(asc(subscriptions.number));
  const ids = theirs.map(({ id }) => id);
  const [periods, requests, events] = await Promise.all([
    db
      .select({ period: subscriptionPeriods, order: orders.number })
      .from(subscriptionPeriods)
      .innerJoin(orders, eq(orders.id, subscriptionPeriods.orderId))
      .where(inArray(subscriptionPeriods.subscriptionId, ids))
      .orderBy(asc(orders.number)),
    db
      .select({
        subscriptionId: subscriptionRequests.subscriptionId,
        number: subscriptionRequests.number,
        period: subscriptionPeriods.number,
        order: orders.number,
        at: subscriptionRequests.createdAt,
      })
      .from(subscriptionRequests)
      .innerJoin(subscriptionPeriods, eq(subscriptionPeriods.id, subscriptionRequests.periodId))
      .innerJoin(orders, eq(orders.id, subscriptionRequests.orderId))
      .where(inArray(subscriptionRequests.subscriptionId, ids))
      .orderBy(asc(orders.number)),
    db
      .select()
      .from(subscriptionEvents)
      .where(inArray(subscriptionEvents.subscriptionId, ids))
      .orderBy(asc(subscriptionEvents.number)),
  ]);
  return theirs.map((row) => ({
    number: formatSubscriptionNumber(row.number),
    address: 'It was emailed to you. We store only a hash.',
    state: row.state,
    service: row.terms.service.title,
    paidEvery: row.interval,
    amountInSmallestUnits: row.amount,
    currency: row.currency,
    country: row.buyerCountry,
    taxNumber: row.taxNumber,
    paymentMethod: row.paymentMethod,
    reference: row.providerId,
    idInAnotherProgram: row.externalId,
    startedAt: row.startedAt,
    endedAt: row.endedAt,
    periods: periods
      .filter(({ period }) => period.subscriptionId === row.id)
      .map(({ period, order }) => ({
        number: period.number,
        state: period.state,
        startsAt: period.startsAt,
        endsAt: period.endsAt,
        order: formatOrderNumber(order),
      })),
    requests: requests
      .filter(({ subscriptionId }) => subscriptionId === row.id)
      .map(({ number, period, order, at }) => ({
        number,
        period,
        at,
        order: formatOrderNumber(order),
      })),
    events: events
      .filter(({ subscriptionId }) => subscriptionId === row.id)
      .map(({ number, transition, toState, at, why }) => ({
        number,
        event: transition,
        state: toState,
        at,
        why,
      })),
  }));
}

/**
 * Ends the running subscriptions of an erased buyer, so that no provider charges somebody whom nobody can tell, and
 * removes what identifies the buyer. Those of a company with another member continue under its owner's address. Without
 * one the company is deleted, and those that former members placed for it end as well. The caller holds the locks of the
 * orders.
 */
export async function eraseSubscriptionsOf(tx: Database, email: string, now: Date): Promise<void> {
  const emptied = await lockCompaniesOf(tx, email);
  const isOwn = eq(subscriptions.buyerEmail, email);
  const all = await tx
    .select()
    .from(subscriptions)
    .where(or(isOwn, inArray(subscriptions.companyId, emptied)))
    .orderBy(asc(subscriptions.id))
    .for('update');
  const theirs: typeof all = [];
  for (const row of all) {
    // oxlint-disable-next-line no-await-in-loop -- one transaction does one thing at a time
    if (row.state === 'ended' || !(await passOn(tx, row, email))) theirs.push(row);
  }
  await tx
    .update(subscriptionEvents)
    .set({ why: null })
    .where(
      inArray(
        subscriptionEvents.subscriptionId,
        all.filter(({ buyerEmail }) => buyerEmail === email).map(({ id }) => id),
      ),
    );
  if (theirs.length === 0) return;
  const ids = theirs.map(({ id }) => id);
  const running = theirs.filter(({ state }) => state !== 'ended');
  // The deadline of the order cancels it, now that no subscription waits for it.
  await tx
    .update(subscriptionPeriods)
    .set({ state: 'unpaid' })
    .where(
      and(
        inArray(subscriptionPeriods.subscriptionId, ids),
        eq(subscriptionPeriods.state, 'awaiting payment'),
      ),
    );
  for (const { id, lastEvent, state } of running) {
    // oxlint-disable-next-line no-await-in-loop -- one transaction does one thing at a time
    await tx.insert(subscriptionEvents).values({
      subscriptionId: id,
      number: lastEvent + 1,
      transition: 'end',
      fromState: state,
      toState: 'ended',
      actor: 'house',
      at: now,
    });
  }
  await tx
    .update(subscriptions)
    .set({
      state: 'ended',
      endedAt: now,
      pastDueAt: null,
      isPausing: false,
      nextUnitAmount: null,
      priceFrom: null,
      lastEvent: sql`${subscriptions.lastEvent} + 1`,
      version: sql`${subscriptions.version} + 1`,
      sendAt: sql`case when ${subscriptions.providerId} is null then null else ${now.toISOString()}::timestamptz end`,
      updatedAt: now,
    })
    .where(and(inArray(subscriptions.id, ids), ne(subscriptions.state, 'ended')));
  await tx
    .update(subscriptions)
    .set({ buyerEmail: null, taxNumber: null, externalId: null, paymentUrl: null })
    .where(and(inArray(subscriptions.id, ids), isOwn));
}

/**
 * Two members who are erased at once must not pass a subscription to each other. Returns the ids of the companies to which
 * nobody else belongs.
 */
async function lockCompaniesOf(tx: Database, email: string): Promise<readonly string[]> {
  const theirs = tx
    .select({ id: companyMembers.companyId })
    .from(companyMembers)
    .innerJoin(clients, eq(clients.id, companyMembers.clientId))
    .where(eq(clients.email, email));
  await tx
    .select({ id: companies.id })
    .from(companies)
    .where(inArray(companies.id, theirs))
    .orderBy(companies.id)
    .for('update');
  const emptied = await tx
    .select({ id: companyMembers.companyId })
    .from(companyMembers)
    .innerJoin(clients, eq(clients.id, companyMembers.clientId))
    .groupBy(companyMembers.companyId)
    .where(inArray(companyMembers.companyId, theirs))
    .having(sql`bool_and(${clients.email} = ${email})`);
  return emptied.map(({ id }) => id);
}

/** Returns false for a private subscription, and for a company without other members. */
async function passOn(
  tx: Database,
  { id, companyId }: typeof subscriptions.$inferSelect,
  email: string,
): Promise<boolean> {
  const owner = companyId === null ? undefined : await findNextOwner(tx, companyId, email);
  if (!owner) return false;
  // The tax number is the company's, and the price of the next period depends on it.
  await tx
    .update(subscriptions)
    .set({ buyerEmail: owner.email, externalId: null, paymentUrl: null })
    .where(eq(subscriptions.id, id));
  return true;
}
