import { RefusedError } from '../../../platform/errors.ts';
import { t } from '../../../i18n/translate.ts';
import { ownerOf } from '../files/order-file-rules.server.ts';
import { lockOrderFiles, sendOrderFiles } from '../files/order-files.server.ts';
import type { OrderContext } from '../order-context.server.ts';
import { asBuyer, asMember, type Turn } from '../order/as-actor.server.ts';
import type { BuyerKey } from '../access.server.ts';
import { changeState, requireStep } from '../order/change-state.server.ts';
import { refundRequests, type OrderRow } from '../tables.server.ts';
import { requireText } from '../order/read-words.ts';
import {
  MESSAGE_MAX_LENGTH,
  REFUND_ANSWER_BUSINESS_DAYS,
  REFERENCE_MAX_LENGTH,
} from '../../rules.ts';
import { businessDaysAfter, DAY_MS, daysBegun, laterDeadline } from '../../deadlines.ts';
import { REFUND_GROUND_IDS } from '../../protocol/refunds.ts';
import { and, eq, isNull } from 'drizzle-orm';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { toLine, toText } from '../../../platform/shown-text.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import type { Program } from '../../../accounts/protocol/program.ts';
import { formatOrderNumber, whyNot } from '../../protocol/transitions.ts';
import { formatMoney, readMoney } from '../../protocol/money.ts';
import {
  followMilestones,
  requireMilestoneStep,
  setMilestone,
  type Followed,
  type MilestoneRow,
} from '../milestones/milestone-rows.server.ts';
import { readPart, type PartOfOrder } from '../milestones/part-of-order.server.ts';
import { giveBack, type RefundMethod } from './give-back.server.ts';
import { correctInvoices } from '../invoices/credit-invoice.server.ts';
import { learnRefunds } from './learn-refunds.server.ts';
import { orderMessage } from '../../stored-messages.ts';

/**
 * Requests a refund for a reason of the refund policy, which starts the team's deadline to answer. Throws
 * {@link RefusedError}: 400 without a reason or an explanation, 409 or 410 for files, 409 if the order is
 * unpaid or was refunded.
 */
export async function requestRefund(
  appContext: OrderContext,
  key: BuyerKey,
  typed: {
    readonly ground: string;
    readonly explanation: string;
    /** The position of the milestone, for an order with milestones. */
    readonly milestone?: number | undefined;
  },
  fileIds: readonly string[] = [],
): Promise<void> {
  await asBuyer(appContext, key, async ({ tx, after, order, actor }) => {
    requireStep(order, 'request-refund', actor.kind);
    requirePaid(order);
    const part = await readPart(tx, order, typed.milestone);
    if (part.milestone) requireMilestoneStep(part.milestone, 'refund');
    const ground = REFUND_GROUND_IDS.find((known) => known === typed.ground);
    if (!ground) throw new RefusedError(400, t('Select what went wrong.'), 'ground');
    const explanation = requireText(
      typed.explanation,
      'explanation',
      MESSAGE_MAX_LENGTH,
      t('Explain what went wrong.'),
    );
    const askedAt = appContext.clock.now();
    const { supportTimezone } = appContext.settings;
    const dueAt = businessDaysAfter(supportTimezone, askedAt, REFUND_ANSWER_BUSINESS_DAYS);
    const owner = ownerOf(order.id, 'refund');
    const sent = await lockOrderFiles(tx, owner, fileIds, appContext.settings);
    const [request] = await tx
      .insert(refundRequests)
      .values({
        orderId: order.id,
        milestone: part.position,
        ground,
        explanation,
        askedAt,
        dueAt,
      })
      .returning({ id: refundRequests.id });
    if (!request) throw new Error('The refund request was not inserted');
    await sendOrderFiles(tx, { refundRequestId: request.id }, sent);
    await changeState(tx, after, appContext, order, {
      transition: 'request-refund',
      actor,
      milestone: part.position,
      whyMessage: orderMessage('orders.refund-asked', { reason: ground, explanation }),
      set: { refundDueAt: dueAt },
      says: () => t('Refund requested.'),
      files: sent,
    });
  });
}

/** Throws {@link RefusedError} 409 for an order with a total of zero. */
function requirePaid({ amount }: Pick<OrderRow, 'amount'>): void {
  if (amount > 0) return;
  throw new RefusedError(409, t('Nothing was paid for this order, so nothing can be refunded.'));
}

interface RefundDecision {
  readonly outcome: 'refuse' | 'part' | 'full';
  readonly way: RefundMethod;
  /** As typed, only used for a partial refund. */
  readonly amount: string;
  readonly reference: string;
  readonly reply: string;
  /** The position of the milestone, for an order with milestones and no request. */
  readonly milestone?: number | undefined;
}

/**
 * Decides about a refund: full, partial or refused, as credit or to the payment method, with a reply to the
 * buyer (rule 221). A full refund is also possible without a request. Throws {@link RefusedError}: 404, 400
 * with the field, 409.
 */
export async function decideRefund(
  appContext: OrderContext,
  trace: Trace,
  member: Member | Program,
  number: number,
  decision: RefundDecision,
): Promise<void> {
  if (decision.outcome !== 'refuse') await learnRefunds(appContext, member, number, decision.way);
  await asMember(appContext, trace, member, number, async (turn) => {
    const { order, actor, after } = turn;
    requirePaid(order);
    const part = await readDecidedPart(turn, decision);
    const inFull = part.milestone ? 'refund-milestone' : 'refund';
    const transition = decision.outcome === 'full' ? inFull : 'settle-refund';
    const refusal = whyNot(transition, order.state, actor.kind);
    if (refusal) throw new RefusedError(actor.kind === 'manager' ? 409 : 403, refusal);
    if (part.milestone) requireMilestoneStep(part.milestone, 'refund');
    const reply = readReply(decision);
    const left = part.paidAmount - part.refundedAmount;
    const amount = amountOf(decision, order, left);
    const reference = toLine(decision.reference, REFERENCE_MAX_LENGTH);
    const { isSentByProvider } =
      amount > 0
        ? await giveBack(turn, { part, amount, way: decision.way, reference })
        : { isSentByProvider: false };
    const askedAt = await closeRequest(turn, decision.outcome, reply);
    const next = part.milestone && (await refundMilestone(turn, part.milestone, amount));
    await changeState(turn.tx, after, appContext, order, {
      transition,
      actor,
      toState: next?.state,
      milestone: part.position,
      why: reply || undefined,
      set: {
        refundedAmount: order.refundedAmount + amount,
        refundDueAt: null,
        ...(decision.outcome === 'full' && !part.milestone
          ? { acceptanceDueAt: null }
          : clocksAfter(turn, askedAt)),
        ...next?.set,
      },
      says: () => {
        if (decision.outcome === 'refuse') return t('The refund was refused.');
        const sum = formatMoney(amount, order.currency);
        if (isSentByProvider) return t('A refund of {money} is on its way.', { money: sum });
        return decision.way === 'credit'
          ? t('{money} refunded as credit.', { money: sum })
          : t('{money} refunded.', { money: sum });
      },
    });
    after.audit(amount > 0 ? 'order-refunded' : 'order-refund-refused', {
      subjectId: order.id,
      subject: formatOrderNumber(order.number),
      ...(amount > 0
        ? { detail: orderMessage('orders.money', { amount, currency: order.currency }) }
        : {}),
    });
    await correctInvoices(turn.tx, turn.after, appContext, order.id);
  });
}

/** The milestone of the open request is decided about, whatever was chosen. */
async function readDecidedPart(
  { tx, order }: Turn,
  { milestone }: RefundDecision,
): Promise<PartOfOrder> {
  const [request] = await tx
    .select({ milestone: refundRequests.milestone })
    .from(refundRequests)
    .where(and(eq(refundRequests.orderId, order.id), isNull(refundRequests.decidedAt)));
  return readPart(tx, order, request?.milestone ?? milestone);
}

async function refundMilestone(
  { tx, appContext, order }: Turn,
  milestone: MilestoneRow,
  amount: number,
): Promise<Followed> {
  const refundedAmount = milestone.refundedAmount + amount;
  await setMilestone(tx, appContext.clock.now(), milestone, { refundedAmount });
  return followMilestones(tx, appContext, order, false);
}

/** A refusal and a partial refund need an explanation. */
function readReply({ outcome, reply }: RefundDecision): string {
  return outcome === 'full'
    ? toText(reply, MESSAGE_MAX_LENGTH).slice(0, MESSAGE_MAX_LENGTH)
    : requireText(reply, 'reply', MESSAGE_MAX_LENGTH, t('Tell the buyer why.'));
}

function amountOf({ outcome, amount: typed }: RefundDecision, order: OrderRow, left: number) {
  if (outcome === 'refuse') return 0;
  if (outcome === 'full') return left;
  const amount = readMoney(typed, order.currency);
  if (typeof amount !== 'number' && typed.trim() !== '') {
    throw new RefusedError(400, amount.fault, 'amount');
  }
  if (typeof amount !== 'number' || amount === 0 || amount >= left) {
    const most = formatMoney(left, order.currency);
    throw new RefusedError(
      400,
      t('Enter an amount below {most}, or refund in full.', { most }),
      'amount',
    );
  }
  return amount;
}

async function closeRequest(
  { tx, appContext, order }: Turn,
  outcome: RefundDecision['outcome'],
  reply: string,
): Promise<Date | undefined> {
  const [request] = await tx
    .update(refundRequests)
    .set({
      decidedAt: appContext.clock.now(),
      outcome: outcome === 'refuse' ? 'refused' : outcome,
      reply: reply || null,
    })
    .where(and(eq(refundRequests.orderId, order.id), isNull(refundRequests.decidedAt)))
    .returning({ askedAt: refundRequests.askedAt });
  return request?.askedAt;
}

/** Deadlines were paused while the refund was being decided, so they move by that number of days. */
function clocksAfter({ appContext, order }: Turn, askedAt: Date | undefined) {
  if (!askedAt) return {};
  // A clock that was set back must not shorten any deadline.
  const days = daysBegun(askedAt, appContext.clock.now());
  const { supportTimezone } = appContext.settings;
  const later = (deadline: Date | null) =>
    deadline && laterDeadline(supportTimezone, deadline, days);
  return {
    acceptanceDueAt: later(order.acceptanceDueAt),
    deliveryDueAt: later(order.deliveryDueAt),
    // Reminders count from the delivery, on the third and the sixth day.
    deliveredAt: order.deliveredAt && new Date(order.deliveredAt.getTime() + days * DAY_MS),
  };
}
