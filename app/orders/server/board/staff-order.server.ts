import { displayName, type Member } from '../../../accounts/protocol/member.ts';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Program } from '../../../accounts/protocol/program.ts';
import { profiles } from '../../../accounts/server/tables.server.ts';
import { requireLabel } from '../../../chat/server/contacts/put-label.server.ts';
import { t } from '../../../i18n/translate.ts';
import type { Trace } from '../../../platform/change/audit.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { formatOrderNumber } from '../../protocol/transitions.ts';
import type { StaffChange } from '../../protocol/staff.ts';
import { orderMessage } from '../../stored-messages.ts';
import type { OrderContext } from '../order-context.server.ts';
import { asMember, type Turn } from '../order/as-actor.server.ts';
import { orders } from '../tables.server.ts';
import {
  orderAssignees,
  orderChecklistItems,
  orderLabels,
  orderStaffChanges,
} from './tables.server.ts';
import { hintOrder } from '../order/announce-order.server.ts';

/** The job that notifies a new owner or assignee. Its key is the id of the change. */
export const ASSIGNMENT_KIND = 'order-assignment';

/** A member who has the order on the screen meanwhile needs no other notification. */
const TOLD_AFTER_MS = 20_000;

/** An order with more people has nobody who feels responsible. */
const ASSIGNEES_AT_MOST = 20;
const LABELS_AT_MOST = 20;

/**
 * Makes an active member the owner, or with null the agent of the conversation, whoever that is at the time.
 * Idempotent. Throws {@link RefusedError} 404 for an order, and 400 for a member, that is not available.
 */
export async function setOwner(
  appContext: OrderContext,
  trace: Trace,
  member: Member | Program,
  number: number,
  ownerId: string | null,
): Promise<void> {
  await asMember(appContext, trace, member, number, async (turn) => {
    const { tx, order } = turn;
    if (order.ownerId === ownerId) return;
    const name = ownerId === null ? undefined : await requireActive(tx, ownerId, 'owner');
    await tx
      .update(orders)
      .set({ ownerId, updatedAt: appContext.clock.now() })
      .where(eq(orders.id, order.id));
    await record(turn, 'owner', ownerId, name, order.ownerId);
  });
}

/** Assigns an active member, or removes the assignment. Idempotent. Throws {@link RefusedError} 404, 400. */
export async function putAssignee(
  appContext: OrderContext,
  trace: Trace,
  member: Member | Program,
  number: number,
  assigneeId: string,
  isOn: boolean,
): Promise<void> {
  await asMember(appContext, trace, member, number, async (turn) => {
    const { tx, order } = turn;
    const now = appContext.clock.now();
    const theirs = and(
      eq(orderAssignees.orderId, order.id),
      eq(orderAssignees.memberId, assigneeId),
    );
    if (!isOn) {
      const gone = await tx.delete(orderAssignees).where(theirs).returning();
      if (gone.length === 0) return;
      await unassignItems(tx, order.id, assigneeId);
      await touch(tx, order.id, now);
      await record(turn, 'unassigned', assigneeId, await nameOf(tx, assigneeId), assigneeId);
      return;
    }
    await addAssignee(turn, assigneeId);
  });
}

/** Makes an active member an assignee, under the order's lock. Idempotent. Throws {@link RefusedError} 400. */
export async function addAssignee(turn: Turn, assigneeId: string): Promise<void> {
  const name = await requireActive(turn.tx, assigneeId, 'assignee');
  if (!(await insertAssignee(turn, assigneeId, name))) {
    throw new RefusedError(
      400,
      t('An order has at most {count} assignees. Remove one first.', { count: ASSIGNEES_AT_MOST }),
      'assignee',
    );
  }
}

/** The same for work that must not fail: returns false for a former member, and if the order has too many assignees. */
export async function addAssigneeIfPossible(turn: Turn, assigneeId: string): Promise<boolean> {
  const name = await findActive(turn.tx, assigneeId);
  return name !== undefined && insertAssignee(turn, assigneeId, name);
}

/** Returns false if the order has too many assignees. */
async function insertAssignee(turn: Turn, memberId: string, name: string): Promise<boolean> {
  const { tx, order, appContext } = turn;
  const now = appContext.clock.now();
  // The order's lock is held, so nobody else adds or removes an assignee.
  const present = await tx
    .select({ memberId: orderAssignees.memberId })
    .from(orderAssignees)
    .where(eq(orderAssignees.orderId, order.id));
  if (present.some((each) => each.memberId === memberId)) return true;
  if (present.length >= ASSIGNEES_AT_MOST) return false;
  await tx.insert(orderAssignees).values({ orderId: order.id, memberId, createdAt: now });
  await touch(tx, order.id, now);
  await record(turn, 'assigned', memberId, name);
  return true;
}

/** Puts a label on the order or takes it off. Idempotent. Throws {@link RefusedError} 404, 400. */
export async function putOrderLabel(
  appContext: OrderContext,
  trace: Trace,
  member: Member | Program,
  number: number,
  labelId: string,
  isOn: boolean,
): Promise<void> {
  await asMember(appContext, trace, member, number, async ({ tx, after, order }) => {
    await requireLabel(tx, labelId, 'label');
    if (isOn) {
      await tx.insert(orderLabels).values({ orderId: order.id, labelId }).onConflictDoNothing();
      if ((await tx.$count(orderLabels, eq(orderLabels.orderId, order.id))) > LABELS_AT_MOST) {
        throw new RefusedError(
          400,
          t('An order has at most {count} labels. Remove one first.', { count: LABELS_AT_MOST }),
          'label',
        );
      }
    } else {
      await tx
        .delete(orderLabels)
        .where(and(eq(orderLabels.orderId, order.id), eq(orderLabels.labelId, labelId)));
    }
    await hintOrder(tx, after, appContext, order);
  });
}

/** Items that are not done lose a member who no longer works on the order. */
async function unassignItems(tx: Database, orderId: string, memberId: string): Promise<void> {
  await tx
    .update(orderChecklistItems)
    .set({ assigneeId: null })
    .where(
      and(
        eq(orderChecklistItems.orderId, orderId),
        eq(orderChecklistItems.assigneeId, memberId),
        isNull(orderChecklistItems.doneAt),
      ),
    );
}

/** API clients page through orders by the time of the last change. */
export function touch(tx: Database, orderId: string, updatedAt: Date) {
  return tx.update(orders).set({ updatedAt }).where(eq(orders.id, orderId));
}

async function record(
  { tx, after, appContext, order, actor }: Turn,
  change: StaffChange,
  memberId: string | null,
  name: string | undefined,
  former: string | null = null,
): Promise<void> {
  const at = appContext.clock.now();
  // The order's lock is held, so nobody else takes the number.
  const number = (await tx.$count(orderStaffChanges, eq(orderStaffChanges.orderId, order.id))) + 1;
  const [changed] = await tx
    .insert(orderStaffChanges)
    .values({
      orderId: order.id,
      number,
      change,
      memberId,
      byId: actor.memberId ?? null,
      program: actor.program ?? null,
      at,
    })
    .returning({ id: orderStaffChanges.id });
  if (!changed) throw new Error('The change was not inserted');
  after.audit(change === 'owner' ? 'order-owner-changed' : 'order-assignees-changed', {
    subjectId: order.id,
    subject: formatOrderNumber(order.number),
    detail:
      name === undefined
        ? orderMessage('orders.owner-follows')
        : orderMessage(`orders.staff-${change}`, { name }),
  });
  if (memberId !== null && memberId !== actor.memberId && change !== 'unassigned') {
    const due = new Date(at.getTime() + TOLD_AFTER_MS);
    after.deliver(ASSIGNMENT_KIND, { key: changed.id, lane: memberId, payload: {}, due });
  }
  await hintOrder(tx, after, appContext, order, former === null ? [] : [former]);
}

async function nameOf(db: Database, id: string): Promise<string | undefined> {
  const [row] = await db
    .select({ fullName: profiles.fullName, email: profiles.email })
    .from(profiles)
    .where(eq(profiles.id, id));
  return row && displayName(row.fullName, row.email);
}

async function requireActive(tx: Database, id: string, field: string): Promise<string> {
  const name = await findActive(tx, id);
  if (name !== undefined) return name;
  throw new RefusedError(
    400,
    t('This person is not in the team any more. Choose somebody else.'),
    field,
  );
}

/**
 * Returns the name of an active member. The lock makes a concurrent suspension wait, so that nobody who has just left is
 * given an order.
 */
async function findActive(tx: Database, id: string): Promise<string | undefined> {
  const [row] = await tx
    .select({ fullName: profiles.fullName, email: profiles.email })
    .from(profiles)
    .where(and(eq(profiles.id, id), eq(profiles.status, 'active'), sql`${id} <> ''`))
    .for('key share');
  return row && displayName(row.fullName, row.email);
}
