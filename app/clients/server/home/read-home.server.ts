import { and, desc, eq, gt, inArray, sql, type SQL } from 'drizzle-orm';
import { displayName } from '../../../chat/protocol/views.ts';
import { conversations, visitorMessages, visitors } from '../../../chat/server/tables.server.ts';
import { profiles } from '../../../accounts/server/tables.server.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import { dueOf } from '../../../orders/deadlines.ts';
import { missingAnswers } from '../../../orders/intake/validate-answers.ts';
import { titleOf } from '../../../orders/protocol/order-view.ts';
import { formatOrderNumber, stateOf } from '../../../orders/protocol/transitions.ts';
import { accountPathOf } from '../../../orders/server/access.server.ts';
import { readProgress } from '../../../orders/server/board/read-checklist.server.ts';
import { isOrderable } from '../../../orders/server/checkout/quote-service.server.ts';
import { milestones, offers, orders, refunds } from '../../../orders/server/tables.server.ts';
import type { KnownCatalogue } from '../../../shop/live-catalogue.server.ts';
import type {
  AccountConversation,
  AccountHome,
  AccountItem,
  AccountOrder,
  NextStep,
} from '../../protocol/account-view.ts';
import { includes, type CompanyPermission } from '../../protocol/company-permissions.ts';
import type { Client } from '../client-context.server.ts';
import { ownMembership, visibleToClient } from '../order-access.server.ts';
import { companies, companyMembers } from '../tables.server.ts';
import { readClientSubscriptions } from './read-subscriptions.server.ts';

/** Far more than anybody has; older ones are over. */
const READ_AT_MOST = 500;
const DONE_SHOWN = 10;
const PREVIEW_LENGTH = 160;

export interface HomeContext extends KnownCatalogue {
  readonly db: Database;
  readonly clock: Clock;
  readonly settings: Pick<Settings, 'supportTimezone' | 'directOrders'>;
}

/** Everything of this client, the newest first: what waits for the client, what the shop works on, and what is over. */
export async function readHome(
  appContext: HomeContext,
  client: Client,
  isDoneWhole: boolean,
): Promise<AccountHome> {
  const { db, settings } = appContext;
  const [ordered, subscribed, talks] = await Promise.all([
    readClientOrders(appContext, client),
    readClientSubscriptions(db, settings.supportTimezone, client),
    readClientConversations(appContext, client),
  ]);
  const items: AccountItem[] = [
    ...ordered.map((order) => ({ kind: 'order' as const, ...order })),
    ...subscribed.map((one) => ({ kind: 'subscription' as const, ...one })),
    ...talks.map((talk) => ({ kind: 'conversation' as const, ...talk })),
  ].toSorted((one, other) => (atOf(one) < atOf(other) ? 1 : -1));
  const done = items.filter(({ isOver, next }) => isOver && next === null);
  const shown = isDoneWhole ? done : done.slice(0, DONE_SHOWN);
  return {
    waiting: items.filter(({ next }) => next !== null),
    inProgress: items.filter(({ isOver, next }) => !isOver && next === null),
    done: shown,
    moreDone: done.length - shown.length,
  };
}

const atOf = (item: AccountItem) => (item.kind === 'conversation' ? item.lastAt : item.createdAt);

/** Returns one of the client's orders as the list shows it. */
export async function readClientOrder(
  appContext: HomeContext,
  client: Client,
  number: number,
): Promise<AccountOrder | undefined> {
  const [order] = await readClientOrders(appContext, client, eq(orders.number, number));
  return order;
}

async function readClientOrders(
  appContext: HomeContext,
  client: Client,
  condition?: SQL,
): Promise<AccountOrder[]> {
  const { db, clock, settings } = appContext;
  const rows = await db
    .select({
      order: orders,
      milestone: milestones,
      lines: offers.lines,
      intake: offers.intake,
      questions: offers.questions,
      company: companies.name,
      permission: companyMembers.permission,
      isRefundPending: sql<boolean>`exists (
        select 1 from ${refunds}
        where ${refunds.orderId} = ${orders.id} and ${refunds.state} in ('due', 'sent')
      )`,
    })
    .from(orders)
    .innerJoin(offers, eq(offers.id, orders.offerId))
    // The current one. An order that is paid in one sum has none.
    .leftJoin(
      milestones,
      and(eq(milestones.orderId, orders.id), eq(milestones.position, orders.milestone)),
    )
    .leftJoin(companies, eq(companies.id, orders.companyId))
    .leftJoin(companyMembers, ownMembership(client))
    .where(and(visibleToClient(client), condition))
    .orderBy(desc(orders.number))
    .limit(READ_AT_MOST);
  const progress = await readProgress(
    db,
    rows.map(({ order }) => order.id),
  );
  return rows.map(({ order, lines, company, isRefundPending, ...row }) => ({
    number: formatOrderNumber(order.number),
    state: order.state,
    title: titleOf(lines),
    amount: order.amount,
    currency: order.currency,
    createdAt: order.createdAt.toISOString(),
    due: dueOf(order, settings.supportTimezone, clock.now()),
    isRefundPending,
    path: accountPathOf(order.number),
    next: nextOf({ order, ...row }),
    openAmount: openAmountOf(order, row.milestone),
    progress: progress.get(order.id) ?? null,
    isOver: stateOf(order.state).isOver && !isRefundPending,
    company,
    again: againOf(appContext, formatOrderNumber(order.number), lines),
  }));
}

type Milestone = typeof milestones.$inferSelect | null;

function openAmountOf(order: typeof orders.$inferSelect, milestone: Milestone): number {
  const { amount, creditAmount } = milestone ?? order;
  return amount - creditAmount;
}

interface Steps extends Pick<typeof offers.$inferSelect, 'intake' | 'questions'> {
  readonly order: typeof orders.$inferSelect;
  readonly milestone: Milestone;
  /** Null for private orders, with which the client may do everything. */
  readonly permission: CompanyPermission | null;
}

function nextOf({ order, milestone, intake, questions, permission }: Steps): NextStep | null {
  const has = permission ?? 'manage';
  const isNextUnpaid =
    order.state === 'in progress' &&
    milestone?.state === 'awaiting payment' &&
    milestone.payableAt !== null;
  if (order.state === 'awaiting payment' || isNextUnpaid) {
    return includes(has, 'manage') ? 'pay' : null;
  }
  if (!includes(has, 'order')) return null;
  if (order.state === 'delivered') return 'review';
  const isAsked =
    intake.length > 0
      ? missingAnswers(intake, order.answers ?? {}).length > 0
      : questions.length > 0;
  return order.state === 'paid' && order.brief === null && isAsked ? 'answer' : null;
}

function againOf(
  { catalogue, settings }: Pick<HomeContext, 'catalogue' | 'settings'>,
  number: string,
  [line]: (typeof offers.$inferSelect)['lines'],
): string | null {
  const found =
    line?.serviceId === undefined ? undefined : catalogue.findServiceById(line.serviceId);
  if (!found?.isShown || !isOrderable(found.service, settings.directOrders)) return null;
  return `${found.service.path}/order?again=${number}`;
}

/** Conversations with messages, of all browsers: the client has proved the address. */
async function readClientConversations(
  { db, clock }: Pick<HomeContext, 'db' | 'clock'>,
  { email }: Client,
): Promise<AccountConversation[]> {
  const rows = await db
    .select({
      conversation: conversations,
      agentName: profiles.fullName,
      agentEmail: profiles.email,
    })
    .from(conversations)
    .innerJoin(visitors, eq(visitors.id, conversations.visitorId))
    .leftJoin(profiles, eq(profiles.id, visitors.agentId))
    .where(and(eq(visitors.email, email), gt(conversations.lastNumber, 0)))
    .orderBy(desc(conversations.startedAt))
    .limit(READ_AT_MOST);
  const ids = rows.map(({ conversation }) => conversation.id);
  if (ids.length === 0) return [];
  const [newest, unread, undecided] = await Promise.all([
    readNewest(db, ids),
    readUnread(db, ids),
    readUndecided(db, clock, ids),
  ]);
  return rows.flatMap(({ conversation, agentName, agentEmail }) => {
    const { id } = conversation;
    const last = newest.get(id);
    // A conversation of which every message was taken back has nothing to show.
    if (!last) return [];
    const count = unread.get(id) ?? 0;
    return [
      {
        id,
        topic: conversation.topic,
        service: conversation.serviceTitle,
        agentName: agentEmail === null ? null : displayName(agentName, agentEmail),
        lastMessage: Array.from(last.message).slice(0, PREVIEW_LENGTH).join(''),
        lastAt: last.createdAt.toISOString(),
        unread: count,
        next: undecided.has(id) ? 'decide' : count > 0 ? 'reply' : null,
        isOver: conversation.completedAt !== null,
      },
    ];
  });
}

async function readNewest(db: Database, ids: readonly string[]) {
  const rows = await db
    .selectDistinctOn([visitorMessages.conversationId], {
      conversationId: visitorMessages.conversationId,
      message: visitorMessages.message,
      createdAt: visitorMessages.createdAt,
    })
    .from(visitorMessages)
    .where(
      and(
        inArray(visitorMessages.conversationId, [...ids]),
        sql`${visitorMessages.removalNumber} is null`,
      ),
    )
    .orderBy(visitorMessages.conversationId, desc(visitorMessages.number));
  return new Map(rows.map((row) => [row.conversationId, row]));
}

/** Messages of order updates are on the orders' pages, so they do not wait for an answer. */
async function readUnread(db: Database, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ id: conversations.id, count: sql<number>`count(*)::int` })
    .from(visitorMessages)
    .innerJoin(conversations, eq(conversations.id, visitorMessages.conversationId))
    .where(
      and(
        inArray(conversations.id, [...ids]),
        sql`${visitorMessages.isAgent} and ${visitorMessages.kind} in ('text', 'offer')`,
        sql`${visitorMessages.removalNumber} is null`,
        gt(visitorMessages.number, conversations.visitorReadNumber),
      ),
    )
    .groupBy(conversations.id);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

async function readUndecided(
  db: Database,
  clock: Clock,
  ids: readonly string[],
): Promise<Set<string | null>> {
  const rows = await db
    .select({ id: offers.conversationId })
    .from(offers)
    .where(
      and(
        inArray(offers.conversationId, [...ids]),
        eq(offers.state, 'open'),
        gt(offers.validUntil, clock.now()),
      ),
    );
  return new Set(rows.map(({ id }) => id));
}
