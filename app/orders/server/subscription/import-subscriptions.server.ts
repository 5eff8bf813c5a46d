import { randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import type { Member } from '../../../accounts/protocol/member.ts';
import { conversations, visitorBrowsers, visitors } from '../../../chat/server/tables.server.ts';
import { newConversationId } from '../../../chat/protocol/rules.ts';
import { languageNow, t } from '../../../i18n/translate.ts';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { change, type After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { hashSecret } from '../../../platform/secrets.server.ts';
import { formatSubscriptionNumber } from '../../protocol/subscription-transitions.ts';
import { orderMessage } from '../../stored-messages.ts';
import { orderTopic } from '../checkout/order-topic.ts';
import type { OrderContext } from '../order-context.server.ts';
import { subscriptionChanged, takeSubscriptionNumber } from './change-subscription.server.ts';
import { periodAt } from './periods.server.ts';
import {
  readImport,
  type ImportedRow,
  type ImportedSubscription,
  type RowFault,
} from './read-import.server.ts';
import { secretOfSubscription } from './subscription-access.server.ts';
import { subscriptionEvents, subscriptions } from './tables.server.ts';

const FAULTS_SHOWN = 100;

export interface ImportPreview {
  readonly clientCount: number;
  readonly subscriptionCount: number;
  /** Subscriptions that were imported before. */
  readonly knownCount: number;
  /** The first errors. Nothing is imported while there are any. */
  readonly faults: readonly RowFault[];
  readonly faultCount: number;
}

/** Shows what an import would make. Throws {@link RefusedError} 400 for an unreadable file. */
export async function previewImport(
  appContext: OrderContext,
  text: string,
): Promise<ImportPreview> {
  const { rows, faults } = readImport(appContext, text);
  const counts = await countNew(appContext.db, rows);
  return { ...counts, faults: faults.slice(0, FAULTS_SHOWN), faultCount: faults.length };
}

async function countNew(db: Database, rows: readonly ImportedRow[]) {
  const emails = [...new Set(rows.map(({ email }) => email))];
  const known = await db
    .select({ email: visitors.email })
    .from(visitors)
    .where(inArray(visitors.email, emails));
  const ids = idsOf(rows);
  const { size: knownCount } = await findKnown(db, ids);
  return {
    clientCount: emails.length - known.length,
    subscriptionCount: ids.length - knownCount,
    knownCount,
  };
}

const idsOf = (rows: readonly ImportedRow[]) =>
  rows.flatMap(({ subscription }) => subscription?.externalId ?? []);

async function findKnown(db: Database, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ externalId: subscriptions.externalId })
    .from(subscriptions)
    .where(inArray(subscriptions.externalId, [...ids]));
  return new Set(rows.flatMap(({ externalId }) => externalId ?? []));
}

/**
 * Imports clients and their running subscriptions, all or nothing, without an email. Each subscription is paid by link
 * from its next period on. Throws {@link RefusedError} 400 if the file has errors.
 */
export async function importSubscriptions(
  appContext: OrderContext,
  { trace, member }: { readonly trace: Trace; readonly member: Pick<Member, 'id'> },
  text: string,
): Promise<Pick<ImportPreview, 'clientCount' | 'subscriptionCount'>> {
  const { rows, faults } = readImport(appContext, text);
  if (faults.length > 0) {
    throw new RefusedError(400, t('Nothing was imported because the file has errors.'));
  }
  return change(appContext, trace, async (tx, after) => {
    // The lock makes a second import wait, so that it finds the subscriptions of the first one.
    let number = await takeSubscriptionNumber(tx);
    const known = await findKnown(tx, idsOf(rows));
    const { clientCount, subscriptionCount } = await countNew(tx, rows);
    // The order of the locks of visitors is the same in every import.
    for (const row of rows.toSorted((one, other) => (one.email < other.email ? -1 : 1))) {
      // oxlint-disable-next-line no-await-in-loop -- one transaction does one thing at a time
      const visitorId = await keepClient(tx, appContext, row);
      const { subscription } = row;
      if (!subscription || known.has(subscription.externalId)) continue;
      // oxlint-disable-next-line no-await-in-loop -- as above
      const conversationId = await openThread(tx, appContext, visitorId, row);
      // oxlint-disable-next-line no-await-in-loop -- as above
      await insertImported(tx, after, appContext, {
        row,
        subscription,
        conversationId,
        number,
        member,
      });
      number += 1;
    }
    after.audit('subscriptions-imported', {
      detail: orderMessage('orders.imported', { rows: rows.length }),
    });
    return { clientCount, subscriptionCount };
  });
}

/** A name that the team has given stays. */
async function keepClient(
  tx: Database,
  { clock }: OrderContext,
  { email, name }: ImportedRow,
): Promise<string> {
  const at = clock.now();
  await tx
    .insert(visitors)
    .values({ email, name: name || null, createdAt: at, updatedAt: at })
    .onConflictDoNothing({ target: visitors.email });
  const [visitor] = await tx
    .select({ id: visitors.id })
    .from(visitors)
    .where(eq(visitors.email, email));
  if (!visitor) throw new Error('The client was not inserted');
  return visitor.id;
}

/** The thread of the periods is resolved, so that an import fills nobody's inbox. Nobody has its browser's secret. */
async function openThread(
  tx: Database,
  appContext: OrderContext,
  visitorId: string,
  { name }: ImportedRow,
): Promise<string> {
  const at = appContext.clock.now();
  const [browser] = await tx
    .insert(visitorBrowsers)
    .values({ secretHash: hashSecret(randomUUID()), createdAt: at })
    .returning({ id: visitorBrowsers.id });
  if (!browser) throw new Error('The browser was not inserted');
  const id = newConversationId(at);
  const topic = orderTopic(appContext);
  await tx.insert(conversations).values({
    id,
    visitorId,
    browserId: browser.id,
    topic: topic.name,
    topicId: topic.id,
    language: languageNow(),
    visitorName: name || null,
    startedAt: at,
    completedAt: at,
  });
  return id;
}

interface Imported {
  readonly row: ImportedRow;
  readonly subscription: ImportedSubscription;
  readonly conversationId: string;
  readonly number: number;
  readonly member: Pick<Member, 'id'>;
}

/** The first period here begins on the next day of payment; the other program was paid for the one before. */
async function insertImported(
  tx: Database,
  after: After,
  { clock, settings: { supportTimezone } }: OrderContext,
  { row, subscription, conversationId, number, member }: Imported,
): Promise<void> {
  const { externalId, service, choice, interval, next, quote, pricesIncludeTax } = subscription;
  const id = randomUUID();
  const at = clock.now();
  const { startsAt, endsAt } = periodAt(supportTimezone, next, interval, -1);
  await tx.insert(subscriptions).values({
    id,
    number,
    externalId,
    conversationId,
    buyerEmail: row.email,
    secretHash: hashSecret(await secretOfSubscription(tx, id)),
    state: 'active',
    lastEvent: 1,
    interval,
    serviceId: service.id,
    terms: { service, choice, pricesIncludeTax, coupon: null, couponId: null },
    currency: quote.view.currency,
    amount: quote.view.total,
    buyerCountry: quote.buyer?.country ?? null,
    taxNumber: quote.buyer?.taxNumber ?? null,
    anchorDay: next,
    anchorPeriod: 1,
    periodStartsAt: startsAt,
    periodEndsAt: endsAt,
    createdAt: at,
    startedAt: at,
    updatedAt: at,
  });
  await tx.insert(subscriptionEvents).values({
    subscriptionId: id,
    number: 1,
    transition: 'import',
    toState: 'active',
    actor: 'manager',
    memberId: member.id,
    at,
  });
  after.happened(subscriptionChanged({ number, state: 'active' }, 1, 'import'));
  after.audit('subscription-changed', { subjectId: id, subject: formatSubscriptionNumber(number) });
}
