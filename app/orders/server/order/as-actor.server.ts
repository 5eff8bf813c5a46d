import { t } from '../../../i18n/translate.ts';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { change, type After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import type { Program } from '../../../accounts/protocol/program.ts';
import {
  actorOf,
  findOfBuyer,
  findOrderOfMember,
  NO_SUCH_ORDER,
  type Actor,
  type BuyerKey,
} from '../access.server.ts';
import type { OrderContext } from '../order-context.server.ts';
import { orders, type OrderRow } from '../tables.server.ts';
import { lockOrder } from './change-state.server.ts';

/** The context of an action on an order. The transaction holds the order's row lock. */
export interface Turn {
  readonly tx: Database;
  readonly after: After;
  readonly appContext: OrderContext;
  readonly order: OrderRow;
  readonly actor: Actor;
}

/**
 * Runs `work` as the buyer, who is known by the order's secret or by an account. Throws {@link RefusedError} 404
 * for an unknown secret.
 */
export async function asBuyer<T>(
  appContext: OrderContext,
  key: BuyerKey,
  work: (turn: Turn) => Promise<T>,
): Promise<T> {
  return change(appContext, undefined, async (tx, after) => {
    const id = await findOfBuyer(tx, orders, key);
    if (!id) throw new RefusedError(404, t(NO_SUCH_ORDER));
    const order = await lockOrder(tx, id);
    return work({ tx, after, appContext, order, actor: buyerOf(key) });
  });
}

function buyerOf(key: BuyerKey): Actor {
  return { kind: 'buyer', ...(typeof key === 'string' ? {} : { clientId: key.clientId }) };
}

/** Runs `work` as a member or an API program. Throws {@link RefusedError} 404 for an order that they may not see. */
export async function asMember<T>(
  appContext: OrderContext,
  trace: Trace,
  member: Member | Program,
  number: number,
  work: (turn: Turn) => Promise<T>,
): Promise<T> {
  return change(appContext, trace, async (tx, after) => {
    const id = await findOrderOfMember(tx, member, number);
    if (!id) throw new RefusedError(404, t(NO_SUCH_ORDER));
    const order = await lockOrder(tx, id);
    // Access is checked again under the lock, because the visitor or the order may have been reassigned meanwhile.
    const actor = await actorOf(tx, member, order);
    if (!actor) throw new RefusedError(404, t(NO_SUCH_ORDER));
    return work({ tx, after, appContext, order, actor });
  });
}

/** Runs `work` as the system, for the scheduled jobs. */
export async function asSystem<T>(
  appContext: OrderContext,
  orderId: string,
  work: (turn: Turn) => Promise<T>,
): Promise<T> {
  const trace = { member: undefined, requestId: 'orders' };
  return change(appContext, trace, async (tx, after) => {
    const order = await lockOrder(tx, orderId);
    return work({ tx, after, appContext, order, actor: { kind: 'house' } });
  });
}
