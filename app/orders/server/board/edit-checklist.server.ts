import { and, eq, max, sql } from 'drizzle-orm';
import type { Member } from '../../../accounts/protocol/member.ts';
import type { Program } from '../../../accounts/protocol/program.ts';
import { t } from '../../../i18n/translate.ts';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { isDay } from '../../../platform/day.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { isUuid } from '../../../platform/fields.ts';
import { toLine } from '../../../platform/shown-text.ts';
import { ORDER_CHECKLIST, stampOf } from '../../protocol/checklist.ts';
import type { OrderContext } from '../order-context.server.ts';
import { asMember, type Turn } from '../order/as-actor.server.ts';
import { titleFor } from './read-checklist.server.ts';
import { addAssignee, touch } from './staff-order.server.ts';
import { orderChecklistItems } from './tables.server.ts';
import { hintOrder } from '../order/announce-order.server.ts';

export interface TypedItem {
  readonly title: string;
  /** A member, or '' for nobody. */
  readonly assignee: string;
  /** A day, or ''. */
  readonly dueOn: string;
  readonly isShown: boolean;
  /** The stamp of the item that the form showed. Undefined for a new item. */
  readonly stamp?: string | undefined;
}

interface Caller {
  readonly trace: Trace;
  readonly member: Member | Program;
  /** The number of the order. */
  readonly number: number;
}

type Item = typeof orderChecklistItems.$inferSelect;

/**
 * Adds an item at the end. The id comes from the form, so that sending it twice adds one item. Throws
 * {@link RefusedError} 404 for an order, and 400 for a value, that is not available.
 */
export async function addItem(
  appContext: OrderContext,
  caller: Caller,
  id: string,
  typed: TypedItem,
): Promise<void> {
  await onChecklist(appContext, caller, async (turn) => {
    const { tx, order } = turn;
    if (!isUuid(id)) throw new RefusedError(400, t('Reload the page and add the step again.'));
    const values = await readItem(turn, typed, undefined);
    const [known] = await tx
      .select({ id: orderChecklistItems.id })
      .from(orderChecklistItems)
      .where(eq(orderChecklistItems.id, id));
    if (known) return;
    const [last] = await tx
      .select({ position: max(orderChecklistItems.position) })
      .from(orderChecklistItems)
      .where(eq(orderChecklistItems.orderId, order.id));
    const position = (last?.position ?? 0) + 1;
    if (position > ORDER_CHECKLIST.items) {
      throw new RefusedError(
        400,
        t('A checklist has at most {count} steps. Remove one first.', {
          count: ORDER_CHECKLIST.items,
        }),
        'title',
      );
    }
    const createdAt = appContext.clock.now();
    await tx
      .insert(orderChecklistItems)
      .values({ id, orderId: order.id, position, ...values, createdAt });
  });
}

/** Changes an item. Throws {@link RefusedError} 404, 400, or 409 if somebody has changed it since the form was shown. */
export async function editItem(
  appContext: OrderContext,
  caller: Caller,
  id: string,
  typed: TypedItem,
): Promise<void> {
  await onItem(appContext, caller, id, async (turn, item) => {
    requireUnchanged(item, typed.stamp);
    const values = await readItem(turn, typed, item);
    await turn.tx
      .update(orderChecklistItems)
      .set(values)
      .where(eq(orderChecklistItems.id, item.id));
  });
}

function requireUnchanged(item: Item, stamp: string | undefined): void {
  const title = titleFor(item);
  if (stamp === undefined || stamp === stampOf({ ...item, title })) return;
  throw new RefusedError(
    409,
    t(
      'Somebody has changed this step meanwhile. It is now “{title}”. Save again to replace that.',
      {
        title,
      },
    ),
    'title',
  );
}

/** Marks an item as done or not done. The first member who marks it is remembered. Throws {@link RefusedError} 404. */
export async function tickItem(
  appContext: OrderContext,
  caller: Caller,
  id: string,
  isDone: boolean,
): Promise<void> {
  await onItem(appContext, caller, id, async ({ tx, actor }, item) => {
    if ((item.doneAt !== null) === isDone) return;
    await tx
      .update(orderChecklistItems)
      .set(
        isDone
          ? { doneAt: appContext.clock.now(), doneById: actor.memberId ?? null }
          : { doneAt: null, doneById: null },
      )
      .where(eq(orderChecklistItems.id, item.id));
  });
}

/** Moves an item to a position, or to the end. Throws {@link RefusedError} 404. */
export async function moveItem(
  appContext: OrderContext,
  caller: Caller,
  id: string,
  position: number,
): Promise<void> {
  await onItem(appContext, caller, id, async ({ tx, order }, item) => {
    const count = await tx.$count(orderChecklistItems, eq(orderChecklistItems.orderId, order.id));
    const to = Math.min(Math.max(Math.trunc(position) || 1, 1), count);
    const from = item.position;
    if (to === from) return;
    // One statement, because positions are unique at the end of each.
    await tx
      .update(orderChecklistItems)
      .set({
        position: sql`case
          when ${orderChecklistItems.position} = ${from} then ${to}
          when ${orderChecklistItems.position} > ${from} then ${orderChecklistItems.position} - 1
          else ${orderChecklistItems.position} + 1 end`,
      })
      .where(
        and(
          eq(orderChecklistItems.orderId, order.id),
          sql`${orderChecklistItems.position} between ${Math.min(from, to)} and ${Math.max(from, to)}`,
        ),
      );
  });
}

/** Removes an item. Idempotent. Throws {@link RefusedError} 404 for an order that is not available. */
export async function removeItem(
  appContext: OrderContext,
  caller: Caller,
  id: string,
): Promise<void> {
  await onChecklist(appContext, caller, async ({ tx, order }) => {
    const [removed] = isUuid(id)
      ? await tx
          .delete(orderChecklistItems)
          .where(and(eq(orderChecklistItems.id, id), eq(orderChecklistItems.orderId, order.id)))
          .returning({ position: orderChecklistItems.position })
      : [];
    if (!removed) return;
    await tx
      .update(orderChecklistItems)
      .set({ position: sql`${orderChecklistItems.position} - 1` })
      .where(
        and(
          eq(orderChecklistItems.orderId, order.id),
          sql`${orderChecklistItems.position} > ${removed.position}`,
        ),
      );
  });
}

/** Runs `work` under the order's lock, and tells everybody who works on the order. */
async function onChecklist(
  appContext: OrderContext,
  { trace, member, number }: Caller,
  work: (turn: Turn) => Promise<void>,
): Promise<void> {
  await asMember(appContext, trace, member, number, async (turn) => {
    const { tx, after, order } = turn;
    await work(turn);
    await touch(tx, order.id, appContext.clock.now());
    await hintOrder(tx, after, appContext, order);
  });
}

async function onItem(
  appContext: OrderContext,
  caller: Caller,
  id: string,
  work: (turn: Turn, item: Item) => Promise<void>,
): Promise<void> {
  await onChecklist(appContext, caller, async (turn) => {
    const [item] = isUuid(id)
      ? await turn.tx
          .select()
          .from(orderChecklistItems)
          .where(
            and(eq(orderChecklistItems.id, id), eq(orderChecklistItems.orderId, turn.order.id)),
          )
      : [];
    if (!item) throw new RefusedError(404, t('This step was removed meanwhile.'));
    await work(turn, item);
  });
}

async function readItem(turn: Turn, typed: TypedItem, known: Item | undefined) {
  // One more character tells whether the title was cut.
  const title = toLine(typed.title, ORDER_CHECKLIST.title + 1);
  if (title === '') throw new RefusedError(400, t('Enter a title for the step.'), 'title');
  if (Array.from(title).length > ORDER_CHECKLIST.title) {
    throw new RefusedError(
      400,
      t('Use at most {most, plural, one {# character} other {# characters}}.', {
        most: ORDER_CHECKLIST.title,
      }),
      'title',
    );
  }
  const dueOn = typed.dueOn.trim();
  if (dueOn !== '' && !isDay(dueOn)) {
    throw new RefusedError(400, t('Choose a day, or leave it empty.'), 'dueOn');
  }
  const assigneeId = typed.assignee || null;
  if (assigneeId !== null && assigneeId !== known?.assigneeId) {
    await addAssignee(turn, assigneeId);
  }
  const isSameTitle =
    known !== undefined && [known.title, ...Object.values(known.translations)].includes(title);
  return {
    // The form shows the title in the reader's language.
    ...(isSameTitle ? {} : { translations: {} }),
    title: isSameTitle ? known.title : title,
    dueOn: dueOn || null,
    assigneeId,
    isShown: typed.isShown,
  };
}
