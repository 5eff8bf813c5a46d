import { msg, t } from '../../../i18n/translate.ts';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { formatFileSize, MEBIBYTE } from '../../../chat/protocol/files.ts';
import { files } from '../../../chat/server/files/tables.server.ts';
import type { FileOwner, UploadPlace } from '../../../chat/server/files/upload-place.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import {
  actorOf,
  findOfBuyer,
  findOrderOfMember,
  NO_SUCH_ORDER,
  type Actor,
  type BuyerKey,
} from '../access.server.ts';
import { isUsed } from '../checkout/form-key.server.ts';
import { lockOrder } from '../order/change-state.server.ts';
import { whyNot, type OrderState, type TransitionName } from '../../protocol/transitions.ts';
import { orders } from '../tables.server.ts';

/** The purposes for which a buyer uploads files to an order. */
export const BUYER_PURPOSES = ['brief', 'refund'] as const;
export type BuyerPurpose = (typeof BUYER_PURPOSES)[number];
type OrderPurpose = BuyerPurpose | 'delivery';

/** The transition that sends the files. Uploads are refused while the order does not allow that transition. */
const SENT_BY: Readonly<Record<OrderPurpose, TransitionName>> = {
  brief: 'begin',
  refund: 'request-refund',
  delivery: 'deliver',
};

/** The number of waiting files may be twice the number that can be sent, for buyers who change their selection. */
const WAITING_TIMES = 2;
/** The maximum number of files that a buyer, who needs no account, may add to an order. */
const FROM_A_BUYER = 100;
const TOO_MANY_WAIT = msg('Too many files are waiting to be sent. Send them or remove some.');
const TOO_MANY = msg("You've reached the file limit for this order. Send more files in the chat.");

export const NOT_ORDERABLE = msg('This service cannot be ordered now.');
const IS_PLACED = msg('This order was already placed. Add the files on its page.');

interface Limits {
  readonly filesPerMessage: number;
  /** The limit of all files of an order. */
  readonly orderFilesMib: number;
}

interface DirectOrders {
  readonly directOrders: boolean;
}

export async function placeOfBuyer(
  db: Database,
  key: BuyerKey,
  purpose: BuyerPurpose,
  limits: Limits,
): Promise<UploadPlace> {
  const orderId = await findOfBuyer(db, orders, key);
  if (!orderId) throw new RefusedError(404, t(NO_SUCH_ORDER));
  const owner = ownerOf(orderId, purpose);
  return {
    owner,
    requireWriter: (tx) => requireState(tx, orderId, purpose, () => ({ kind: 'buyer' })),
    async holdPlace(tx, bytes) {
      await lockOrder(tx, orderId);
      await refuseMoreWaiting(tx, owner, limits);
      await refuseAboveQuota(tx, owner, limits, bytes);
      const theirs = and(eq(files.orderId, orderId), eq(files.isAgent, false));
      if ((await tx.$count(files, theirs)) >= FROM_A_BUYER)
        throw new RefusedError(429, t(TOO_MANY));
    },
  };
}

/**
 * The place of files that a buyer adds before the order is placed. Whoever fills in the form is not known yet, so its
 * key is the credential, as it is for placing the order.
 */
export function placeOfForm(
  formKey: string,
  limits: Pick<Limits, 'filesPerMessage'> & DirectOrders,
): UploadPlace {
  const owner = ownerOfForm(formKey);
  return {
    owner,
    async requireWriter(tx) {
      if (!limits.directOrders) throw new RefusedError(404, t(NOT_ORDERABLE));
      if (await isUsed(tx, formKey)) throw new RefusedError(409, t(IS_PLACED), 'files');
    },
    async holdPlace(tx) {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`order-form:${formKey}`}))`);
      await refuseMoreWaiting(tx, owner, limits);
    },
  };
}

/** Throws 404 for an order that the member may not see. */
export async function placeOfDelivery(
  db: Database,
  member: Member,
  number: number,
  limits: Limits,
): Promise<UploadPlace> {
  const orderId = await findOrderOfMember(db, member, number);
  if (!orderId) throw new RefusedError(404, t(NO_SUCH_ORDER));
  const owner = ownerOf(orderId, 'delivery', member.id);
  return {
    owner,
    requireWriter: (tx) =>
      requireState(tx, orderId, 'delivery', () => actorOf(tx, member, { id: orderId })),
    async holdPlace(tx, bytes) {
      await lockOrder(tx, orderId);
      await refuseMoreWaiting(tx, owner, limits);
      await refuseAboveQuota(tx, owner, limits, bytes);
    },
  };
}

export function ownerOfForm(formKey: string): FileOwner {
  return {
    purpose: 'brief',
    conversationId: null,
    orderId: null,
    formKey,
    isAgent: false,
    agentId: null,
    browserId: null,
  };
}

/** A file of an order belongs either to the buyer, who is known only by the order's secret, or to a member. */
export function ownerOf(orderId: string, purpose: OrderPurpose, memberId?: string): FileOwner {
  return {
    purpose,
    conversationId: null,
    orderId,
    formKey: null,
    isAgent: purpose === 'delivery',
    agentId: memberId ?? null,
    browserId: null,
  };
}

async function requireState(
  db: Database,
  orderId: string,
  purpose: OrderPurpose,
  findActor: () => Pick<Actor, 'kind'> | undefined | Promise<Pick<Actor, 'kind'> | undefined>,
): Promise<void> {
  const [order] = await db
    .select({ state: orders.state })
    .from(orders)
    .where(eq(orders.id, orderId));
  const actor = order && (await findActor());
  if (!order || !actor) throw new RefusedError(404, t(NO_SUCH_ORDER));
  const refusal = whyNotYet(purpose, order.state, actor.kind);
  if (refusal) throw new RefusedError(409, refusal, 'files');
}

function whyNotYet(purpose: OrderPurpose, state: OrderState, actor: Actor['kind']) {
  return whyNot(SENT_BY[purpose], state, actor);
}

async function refuseMoreWaiting(
  tx: Database,
  { orderId, formKey, purpose, agentId }: FileOwner,
  { filesPerMessage }: Pick<Limits, 'filesPerMessage'>,
): Promise<void> {
  const waiting = await tx.$count(
    files,
    and(
      formKey === null ? eq(files.orderId, orderId ?? '') : eq(files.formKey, formKey),
      eq(files.purpose, purpose),
      isNull(files.position),
      agentId === null ? isNull(files.agentId) : eq(files.agentId, agentId),
    ),
  );
  if (waiting >= WAITING_TIMES * filesPerMessage) throw new RefusedError(429, t(TOO_MANY_WAIT));
}

/**
 * Returns the bytes of all files of an order: sent, waiting, and announced by unfinished uploads. Does not check
 * access.
 */
export async function readOrderBytes(db: Database, orderId: string): Promise<number> {
  const [row] = await db
    .select({
      bytes: sql<string>`coalesce(sum(coalesce(${files.size}, ${files.declaredSize})), 0)`,
    })
    .from(files)
    .where(eq(files.orderId, orderId));
  return Number(row?.bytes ?? 0);
}

/** The caller holds the order's lock. Throws {@link RefusedError} 413 for a file that does not fit (rule 319). */
async function refuseAboveQuota(
  tx: Database,
  { orderId, isAgent }: FileOwner,
  { orderFilesMib }: Limits,
  bytes: number,
): Promise<void> {
  const used = await readOrderBytes(tx, orderId ?? '');
  const most = orderFilesMib * MEBIBYTE;
  if (used + bytes <= most) return;
  const sizes = { used: formatFileSize(used), most: formatFileSize(most) };
  throw new RefusedError(
    413,
    isAgent
      ? t(
          "The file doesn't fit: this order's files take {used} of {most}. Remove files that you have not delivered, deliver a link instead, or ask an admin to raise the limit.",
          sizes,
        )
      : t(
          "The file doesn't fit: this order's files take {used} of {most}. Remove files that you have not sent, or send us a link in the chat.",
          sizes,
        ),
    'file',
  );
}
