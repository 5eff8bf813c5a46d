import { eq } from 'drizzle-orm';
import type { FileView } from '../../../chat/protocol/files.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import type { Program } from '../../../accounts/protocol/program.ts';
import { actorOf, findOrderOfMember } from '../access.server.ts';
import { ownerOf } from '../files/order-places.server.ts';
import { readWaitingFiles } from '../files/read-order-files.server.ts';
import { orders } from '../tables.server.ts';
import type { OrderView } from '../../protocol/order-view.ts';
import { readOrder } from './read-order.server.ts';
import { readNumber } from '../../protocol/transitions.ts';

export interface TeamOrderView {
  readonly order: OrderView;
  /** Null after the buyer was erased. */
  readonly buyer: string | null;
  readonly conversationId: string | null;
  /** Files that this member has uploaded for the next delivery. */
  readonly waiting: readonly FileView[];
}

export async function readTeamOrder(
  db: Database,
  member: Member | Program,
  typed: string,
  shop: { readonly timeZone: string; readonly now: Date },
): Promise<TeamOrderView | undefined> {
  const number = readNumber(typed);
  const id = number === undefined ? undefined : await findOrderOfMember(db, member, number);
  if (!id) return undefined;
  const [row] = await db
    .select({ buyer: orders.buyerEmail, conversationId: orders.conversationId })
    .from(orders)
    .where(eq(orders.id, id));
  const actor = row && (await actorOf(db, member, row.conversationId));
  if (!row || !actor) return undefined;
  const order = await readOrder(db, id, actor.kind, shop);
  if (!order) return undefined;
  // Programs cannot upload files.
  const { memberId } = actor;
  const waiting = memberId ? await readWaitingFiles(db, ownerOf(id, 'delivery', memberId)) : [];
  return { order, ...row, waiting };
}
