import { and, eq, isNull } from 'drizzle-orm';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { say } from '../../../platform/say.ts';
import { toLine, toText } from '../../../platform/shown-text.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import type { Program } from '../../../accounts/protocol/program.ts';
import type { OrderHost } from '../order-host.server.ts';
import { asMember, type Turn } from '../order/as-actor.server.ts';
import { changeState, type OrderRow } from '../order/change-state.server.ts';
import { requireText } from '../order/read-words.ts';
import { DAY_MS, daysBegun, laterDeadline } from '../../shop-days.ts';
import { sayNumber, whyNot } from '../../protocol/transitions.ts';
import { MESSAGE_MAX_LENGTH, REFERENCE_MAX_LENGTH } from '../../rules.ts';
import { refundRequests } from '../tables.server.ts';
import { formatMoney, readMoney } from '../../protocol/money.ts';
import { giveBack, type RefundWay } from './give-back.server.ts';
import { learnRefunds } from './learn-refunds.server.ts';

export interface RefundDecision {
  readonly outcome: 'refuse' | 'part' | 'full';
  readonly way: RefundWay;
  /** As typed, only used for a partial refund. */
  readonly amount: string;
  readonly reference: string;
  readonly reply: string;
}

/**
 * Decides about a refund: full, partial or refused, as credit or to the payment method, with a reply to the
 * buyer (rule 221). A full refund is also possible without a request. Throws {@link RefusedError}: 404, 400
 * with the field, 409.
 */
export async function decideRefund(
  host: OrderHost,
  trace: Trace,
  member: Member | Program,
  number: number,
  decision: RefundDecision,
): Promise<void> {
  if (decision.outcome !== 'refuse') await learnRefunds(host, member, number, decision.way);
  await asMember(host, trace, member, number, async (turn) => {
    const { order, actor, after } = turn;
    const transition = decision.outcome === 'full' ? 'refund' : 'settle-refund';
    const refusal = whyNot(transition, order.state, actor.kind);
    if (refusal) throw new RefusedError(actor.kind === 'manager' ? 409 : 403, refusal);
    const reply = readReply(decision);
    const left = order.paidAmount - order.refundedAmount;
    const amount = amountOf(decision, order, left);
    const reference = toLine(decision.reference, REFERENCE_MAX_LENGTH);
    const { isSentByProvider } =
      amount > 0
        ? await giveBack(turn, { amount, way: decision.way, reference })
        : { isSentByProvider: false };
    const askedAt = await closeRequest(turn, decision.outcome, reply);
    const money = formatMoney(amount, order.currency);
    await changeState(turn.tx, after, host, order, {
      transition,
      actor,
      why: reply || undefined,
      set: {
        refundedAmount: order.refundedAmount + amount,
        refundDueAt: null,
        ...(decision.outcome === 'full' ? { acceptanceDueAt: null } : clocksAfter(turn, askedAt)),
      },
      says: () => {
        if (decision.outcome === 'refuse') return say('The refund was refused.');
        const sum = formatMoney(amount, order.currency);
        if (isSentByProvider) return say('A refund of {money} is on its way.', { money: sum });
        return decision.way === 'credit'
          ? say('{money} refunded as credit.', { money: sum })
          : say('{money} refunded.', { money: sum });
      },
    });
    after.audit(amount > 0 ? 'order-refunded' : 'order-refund-refused', {
      subjectId: order.id,
      subject: sayNumber(order.number),
      ...(amount > 0 ? { detail: money } : {}),
    });
  });
}

/** A refusal and a partial refund need an explanation. */
function readReply({ outcome, reply }: RefundDecision): string {
  return outcome === 'full'
    ? toText(reply, MESSAGE_MAX_LENGTH).slice(0, MESSAGE_MAX_LENGTH)
    : requireText(reply, 'reply', MESSAGE_MAX_LENGTH, say('Please tell the buyer why.'));
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
      say('Please write an amount below {most}, or refund in full.', { most }),
      'amount',
    );
  }
  return amount;
}

async function closeRequest(
  { tx, host, order }: Turn,
  outcome: RefundDecision['outcome'],
  reply: string,
): Promise<Date | undefined> {
  const [request] = await tx
    .update(refundRequests)
    .set({
      decidedAt: host.clock.now(),
      outcome: outcome === 'refuse' ? 'refused' : outcome,
      reply: reply || null,
    })
    .where(and(eq(refundRequests.orderId, order.id), isNull(refundRequests.decidedAt)))
    .returning({ askedAt: refundRequests.askedAt });
  return request?.askedAt;
}

/** Deadlines were paused while the refund was being decided, so they move by that number of days. */
function clocksAfter({ host, order }: Turn, askedAt: Date | undefined) {
  if (!askedAt) return {};
  // A clock that was set back must not shorten any deadline.
  const days = daysBegun(askedAt, host.clock.now());
  const { supportTimezone } = host.settings;
  const later = (deadline: Date | null) =>
    deadline && laterDeadline(supportTimezone, deadline, days);
  return {
    acceptanceDueAt: later(order.acceptanceDueAt),
    deliveryDueAt: later(order.deliveryDueAt),
    // Reminders count from the delivery, on the third and the sixth day.
    deliveredAt: order.deliveredAt && new Date(order.deliveredAt.getTime() + days * DAY_MS),
  };
}
