import { displayName } from '../../../accounts/protocol/member.ts';
import { and, desc, eq, gt, inArray, not, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { conversations, visitorMessages, visitors } from '../../../chat/server/tables.server.ts';
import { profiles } from '../../../accounts/server/tables.server.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { isCursorOf, readListPage, type Keyset } from '../../../platform/lists/read-list.server.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import { dueOf } from '../../../orders/deadlines.ts';
import { missingAnswers } from '../../../orders/intake/validate-answers.ts';
import { titleOf } from '../../../orders/protocol/order-view.ts';
import { formatOrderNumber, ORDER_STATES, stateOf } from '../../../orders/protocol/transitions.ts';
import { accountPathOf } from '../../../orders/server/access.server.ts';
import { readProgress } from '../../../orders/server/board/read-checklist.server.ts';
import { isOrderable } from '../../../orders/server/checkout/quote-service.server.ts';
import { milestones, offers, orders, refunds } from '../../../orders/server/tables.server.ts';
import { subscriptions } from '../../../orders/server/subscription/tables.server.ts';
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
import { isSubscriptionShown, readClientSubscriptions } from './read-subscriptions.server.ts';
import { shorten } from '../../../platform/shown-text.ts';

/** More than nearly every client has, because what waits for the client should be on the first page. */
const OPEN_PER_PAGE = 100;
/** On the first page, which also shows what is not done, and on the later ones. */
const DONE_SHOWN = 10;
const DONE_PER_PAGE = 50;
const PREVIEW_LENGTH = 160;

const isRefundPending = sql<boolean>`exists (
  select 1 from ${refunds}
  where ${refunds.orderId} = ${orders.id} and ${refunds.state} in ('due', 'sent')
)`;

const isOrderOver = sql`(${inArray(
  orders.state,
  ORDER_STATES.filter((state) => stateOf(state).isOver),
)} and not ${isRefundPending})`;

const isSubscriptionOver = eq(subscriptions.state, 'ended');

/** A conversation of which every message was taken back has nothing to show. */
const hasMessage = sql`exists (select 1 from ${visitorMessages}
  where ${visitorMessages.conversationId} = ${conversations.id} and ${visitorMessages.removalNumber} is null)`;

/** Messages of order updates are on the orders' pages, so they do not wait for an answer. */
const isUnread = sql`${visitorMessages.isAgent} and ${visitorMessages.kind} in ('text', 'offer')
  and ${visitorMessages.removalNumber} is null and ${visitorMessages.number} > ${conversations.visitorReadNumber}`;

/** Over, and without an unread answer or an offer to decide about. */
const isConversationOver = (now: Date) => sql`(${conversations.completedAt} is not null
  and not exists (select 1 from ${visitorMessages}
    where ${visitorMessages.conversationId} = ${conversations.id} and ${isUnread})
  and not exists (select 1 from ${offers} where ${offers.conversationId} = ${conversations.id}
    and ${offers.state} = 'open' and ${offers.validUntil} > ${now.toISOString()}::timestamptz))`;

/** The order of orders, subscriptions and conversations together. */
const NEWEST: Keyset<'at'> = {
  keys: { at: { value: sql`listed.at`, kind: 'timestamptz' } },
  id: { value: sql`listed.id`, kind: 'text' },
};

export interface HomeContext extends KnownCatalogue {
  readonly db: Database;
  readonly clock: Clock;
  readonly settings: Pick<Settings, 'supportTimezone' | 'directOrders'>;
}

/** The cursor of a later page, either of what is open or of what is over. */
export interface HomeCursors {
  readonly open?: string;
  readonly after?: string;
}

interface HomeSizes {
  readonly open: number;
  readonly done: number;
}

/**
 * Everything of this client, the newest first: what waits for the client and what the shop works on, up to 100 together,
 * and a page of what is over. Each later page continues one of the two. Ignores invalid cursors.
 */
export async function readHome(
  appContext: HomeContext,
  client: Client,
  cursors: HomeCursors = {},
  sizes?: HomeSizes,
): Promise<AccountHome> {
  const now = appContext.clock.now();
  const done = validCursor(cursors.after);
  const open = done === '' ? validCursor(cursors.open) : '';
  const isFirst = done === '' && open === '';
  const size = sizes ?? {
    open: OPEN_PER_PAGE,
    done: isFirst ? DONE_SHOWN : DONE_PER_PAGE,
  };
  const [opened, over] = await Promise.all([
    done === '' ? readPage(appContext, client, isOpen(now), open, size.open) : NO_PAGE,
    open === '' ? readPage(appContext, client, isOver(now), done, size.done) : NO_PAGE,
  ]);
  return {
    waiting: opened.items.filter(({ next }) => next !== null),
    inProgress: opened.items.filter(({ next }) => next === null),
    done: over.items,
    isFirst,
    nextOpen: opened.next || null,
    next: over.next || null,
  };
}

function validCursor(cursor = ''): string {
  return isCursorOf(NEWEST, 'at', cursor) ? cursor : '';
}

interface Conditions {
  readonly orders: SQL | undefined;
  readonly subscriptions: SQL | undefined;
  readonly conversations: SQL | undefined;
}

const isOpen = (now: Date): Conditions => ({
  orders: sql`not ${isOrderOver}`,
  subscriptions: and(not(isSubscriptionOver), isSubscriptionShown),
  conversations: sql`not ${isConversationOver(now)}`,
});

const isOver = (now: Date): Conditions => ({
  orders: isOrderOver,
  subscriptions: isSubscriptionOver,
  conversations: isConversationOver(now),
});

const NO_PAGE = { items: [], next: '' } as const;

async function readPage(
  appContext: HomeContext,
  client: Client,
  conditions: Conditions,
  after: string,
  perPage: number,
): Promise<{ readonly items: readonly AccountItem[]; readonly next: string }> {
  const page = await readIds(appContext.db, client, conditions, after, perPage);
  const idsOf = (kind: AccountItem['kind']) =>
    page.rows.flatMap((row) => (row.kind === kind ? [row.id] : []));
  const items = await readItems(appContext, client, {
    orders: inArray(orders.id, idsOf('order')),
    subscriptions: inArray(subscriptions.id, idsOf('subscription')),
    conversations: inArray(conversations.id, idsOf('conversation')),
  });
  return { items, next: page.next };
}

/** Returns one page of ids, the newest first. */
function readIds(
  db: Database,
  client: Client,
  conditions: Conditions,
  after: string,
  perPage: number,
) {
  const columns = (kind: AccountItem['kind'], id: SQLWrapper, at: SQLWrapper) => ({
    kind: sql<AccountItem['kind']>`${sql.raw(`'${kind}'`)}`.as('kind'),
    id: sql<string>`${id}::text`.as('id'),
    at: sql<Date>`${at}`.as('at'),
  });
  const listed = unionAll(
    db
      .select(columns('order', orders.id, orders.createdAt))
      .from(orders)
      .where(and(visibleToClient(orders, client), conditions.orders)),
    db
      .select(columns('subscription', subscriptions.id, subscriptions.createdAt))
      .from(subscriptions)
      .where(and(visibleToClient(subscriptions, client), conditions.subscriptions)),
    db
      .select(columns('conversation', conversations.id, conversations.lastMessageAt))
      .from(conversations)
      .innerJoin(visitors, eq(visitors.id, conversations.visitorId))
      .where(and(eq(visitors.email, client.email), hasMessage, conditions.conversations)),
  ).as('listed');
  const order = { sort: 'at', isDescending: true, after, before: '' } as const;
  return readListPage(NEWEST, order, perPage, (slice) =>
    db
      .select({ kind: listed.kind, id: listed.id, position: slice.position })
      .from(listed)
      .where(slice.where)
      .orderBy(...slice.orderBy)
      .limit(slice.limit),
  );
}

async function readItems(
  appContext: HomeContext,
  client: Client,
  conditions: Conditions,
): Promise<AccountItem[]> {
  const { db, settings } = appContext;
  const [ordered, subscribed, talks] = await Promise.all([
    readClientOrders(appContext, client, conditions.orders),
    readClientSubscriptions(db, settings.supportTimezone, client, conditions.subscriptions),
    readClientConversations(appContext, client, conditions.conversations),
  ]);
  return [
    ...ordered.map((order) => ({ kind: 'order' as const, ...order })),
    ...subscribed.map((one) => ({ kind: 'subscription' as const, ...one })),
    ...talks.map((talk) => ({ kind: 'conversation' as const, ...talk })),
  ].toSorted((one, other) => (atOf(one) < atOf(other) ? 1 : -1));
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
  condition: SQL | undefined,
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
      isRefundPending,
    })
    .from(orders)
    .innerJoin(offers, eq(offers.id, orders.offerId))
    // The current one. An order that is paid in one sum has none.
    .leftJoin(
      milestones,
      and(eq(milestones.orderId, orders.id), eq(milestones.position, orders.milestone)),
    )
    .leftJoin(companies, eq(companies.id, orders.companyId))
    .leftJoin(companyMembers, ownMembership(orders, client))
    .where(and(visibleToClient(orders, client), condition))
    .orderBy(desc(orders.number));
  const progress = await readProgress(
    db,
    rows.map(({ order }) => order.id),
  );
  return rows.map(({ order, lines, company, isRefundPending: isPending, ...row }) => ({
    number: formatOrderNumber(order.number),
    state: order.state,
    title: titleOf(lines),
    amount: order.amount,
    currency: order.currency,
    createdAt: order.createdAt.toISOString(),
    due: dueOf(order, settings.supportTimezone, clock.now()),
    isRefundPending: isPending,
    path: accountPathOf(order.number),
    next: nextOf({ order, ...row }),
    openAmount: openAmountOf(order, row.milestone),
    progress: progress.get(order.id) ?? null,
    isOver: stateOf(order.state).isOver && !isPending,
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
  condition: SQL | undefined,
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
    .where(and(eq(visitors.email, email), hasMessage, condition))
    .orderBy(desc(conversations.startedAt));
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
    if (!last) return [];
    const count = unread.get(id) ?? 0;
    return [
      {
        id,
        topic: conversation.topic,
        service: conversation.serviceTitle,
        agentName: agentEmail === null ? null : displayName(agentName, agentEmail),
        lastMessage: shorten(last.message, PREVIEW_LENGTH),
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

async function readUnread(db: Database, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ id: conversations.id, count: sql<number>`count(*)::int` })
    .from(visitorMessages)
    .innerJoin(conversations, eq(conversations.id, visitorMessages.conversationId))
    .where(and(inArray(conversations.id, [...ids]), isUnread))
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
