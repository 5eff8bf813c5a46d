import type { After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { t } from '../../../i18n/translate.ts';
import type { Actor } from '../access.server.ts';
import { readOffer } from '../offer/read-offer.server.ts';
import type { OrderContext } from '../order-context.server.ts';
import { changeState } from '../order/change-state.server.ts';
import { payments, type OrderRow } from '../tables.server.ts';
import {
  followMilestones,
  requireMilestoneStep,
  setMilestone,
} from '../milestones/milestone-rows.server.ts';
import {
  keyOfPart,
  readPart,
  requirePayablePart,
  type PartOfOrder,
} from '../milestones/part-of-order.server.ts';
import { daysAfter } from '../../deadlines.ts';
import { formatAnswers } from '../../intake/format-answers.ts';
import type { IntakeForm } from '../../intake/intake-form.ts';
import { missingAnswers } from '../../intake/validate-answers.ts';
import { formatMoney } from '../../protocol/money.ts';
import { namesOf, readOrderFiles } from '../files/order-files.server.ts';
import { settleRedemption } from '../coupons/redeem-coupon.server.ts';
import { copyChecklist } from '../board/copy-checklist.server.ts';
import { bookTax } from '../tax/book-tax.server.ts';
import { invoicePayment } from '../invoices/invoice-order.server.ts';
import { settlePeriod } from '../subscription/settle-period.server.ts';
import { closePagesSoon } from './settle-page.server.ts';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import type { Program } from '../../../accounts/protocol/program.ts';
import { asMember } from '../order/as-actor.server.ts';
import { toLine } from '../../../platform/shown-text.ts';
import { formatOrderNumber } from '../../protocol/transitions.ts';
import { REFERENCE_MAX_LENGTH } from '../../rules.ts';
import { book } from './ledger.server.ts';
import { orderMessage } from '../../stored-messages.ts';
import { storedText, type StoredMessage } from '../../../platform/stored-message.ts';

interface Settling {
  /** The order, or one of its milestones. */
  readonly part: PartOfOrder;
  readonly actor: Actor;
  readonly why: StoredMessage;
}

/**
 * Marks the order or its first milestone as paid, and starts the work at once if nothing is needed from the buyer. A later
 * milestone continues an order that has begun.
 */
export async function settlePaid(
  tx: Database,
  after: After,
  appContext: OrderContext,
  order: OrderRow,
  settling: Settling,
): Promise<OrderRow> {
  const { part, actor, why } = settling;
  if (order.state !== 'awaiting payment') {
    return settleMilestone(tx, after, appContext, order, settling);
  }
  const offer = await readOffer(tx, order.offerId);
  await closePagesSoon(tx, appContext, order.id);
  // Direct orders come with their answers, so that work can start at once.
  const brief = order.brief ?? (await completeBriefOf(tx, order, offer.intake));
  const isBriefMissing = offer.questions.length > 0 && brief === null;
  const paidAt = appContext.clock.now();
  await settleRedemption(tx, order.id, 'consumed', paidAt);
  await bookTax(tx, paidAt, order, part);
  if (part.milestone) await setMilestone(tx, paidAt, part.milestone, { fundedAt: paidAt });
  const paid = await changeState(tx, after, appContext, order, {
    transition: 'pay',
    actor,
    whyMessage: why,
    set: { paidAmount: part.amount, paidAt },
    says: () => {
      if (offer.source === 'request') {
        return isBriefMissing
          ? t('Included in your subscription. To start, we need a few things from you.')
          : t('Included in your subscription.');
      }
      if (order.amount === 0) {
        return isBriefMissing
          ? t('Nothing to pay. To start, we need a few things from you.')
          : t('Nothing to pay.');
      }
      const amount = formatMoney(part.amount, order.currency);
      return isBriefMissing
        ? t('{amount} received, thank you. To start, we need a few things from you.', { amount })
        : t('{amount} received, thank you.', { amount });
    },
  });
  const settled = isBriefMissing
    ? paid
    : await beginWork(
        tx,
        after,
        appContext,
        paid,
        part.milestone?.days ?? offer.deliveryDays,
        { kind: 'house' },
        brief ?? undefined,
      );
  await settlePeriod(tx, after, appContext, settled, actor);
  // The invoice of the period contains its requests.
  if (offer.source !== 'request') await invoicePayment(tx, after, appContext, settled, part);
  return settled;
}

/** Work on the milestone begins at once if it is the current one. */
async function settleMilestone(
  tx: Database,
  after: After,
  appContext: OrderContext,
  order: OrderRow,
  { part, actor, why }: Settling,
): Promise<OrderRow> {
  const { milestone } = part;
  if (!milestone) throw new Error(`Order ${order.id} was paid before`);
  const at = appContext.clock.now();
  await closePagesSoon(tx, appContext, order.id);
  await bookTax(tx, at, order, part);
  await setMilestone(tx, at, milestone, { fundedAt: at });
  const isDecided = order.state !== 'refund requested';
  const next = await followMilestones(tx, appContext, order, !isDecided);
  const paid = await changeState(tx, after, appContext, order, {
    transition: 'pay-milestone',
    actor,
    toState: next.state,
    milestone: milestone.position,
    whyMessage: why,
    set: { ...next.set, paidAmount: order.paidAmount + part.amount },
    says: () =>
      t('{amount} received for “{milestone}”, thank you.', {
        amount: formatMoney(part.amount, order.currency),
        milestone: milestone.title,
      }),
  });
  await invoicePayment(tx, after, appContext, paid, part);
  return paid;
}

/** The buyer may have completed the answers while the payment was on its way. */
async function completeBriefOf(
  tx: Database,
  { id, answers }: OrderRow,
  form: IntakeForm,
): Promise<readonly string[] | null> {
  if (form.length === 0 || missingAnswers(form, answers ?? {}).length > 0) return null;
  const { brief } = await readOrderFiles(tx, id);
  return formatAnswers(form, answers ?? {}, namesOf(brief));
}

/**
 * Copies the checklists of the services (rule 299). The delivery deadline counts from payment and a complete brief
 * (rule 218).
 */
export async function beginWork(
  tx: Database,
  after: After,
  appContext: OrderContext,
  order: OrderRow,
  deliveryDays: number,
  actor: Actor,
  brief?: readonly string[],
): Promise<OrderRow> {
  const { clock, settings } = appContext;
  const { lines } = await readOffer(tx, order.offerId);
  await copyChecklist({ tx, after, appContext, order, actor }, lines);
  return changeState(tx, after, appContext, order, {
    transition: 'begin',
    actor,
    set: {
      deliveryDueAt: daysAfter(settings.supportTimezone, clock.now(), deliveryDays),
      ...(brief ? { brief } : {}),
    },
    says: () => t('Work has started.'),
  });
}

/**
 * Records a payment that a member saw arrive by the payment link (rule 212). An order with milestones needs the position
 * of the paid one, so that a second click does not pay the next. Throws {@link RefusedError}: 404, 400 without a
 * reference, 409 if no payment is due.
 */
export async function markPaid(
  appContext: OrderContext,
  trace: Trace,
  member: Member | Program,
  number: number,
  typedReference: string,
  position?: number,
): Promise<void> {
  await asMember(appContext, trace, member, number, async ({ tx, after, order, actor }) => {
    // The state is checked first: a second click should learn that the order is paid, not that a reference is
    // missing.
    const wanted = await readPart(tx, order, position);
    if (wanted.milestone) requireMilestoneStep(wanted.milestone, 'fund');
    const part = await requirePayablePart(tx, order, actor.kind);
    if (part.position !== wanted.position) {
      throw new RefusedError(409, t('An earlier milestone is paid first.'));
    }
    const reference = toLine(typedReference, REFERENCE_MAX_LENGTH);
    if (reference === '') {
      throw new RefusedError(
        400,
        t('Enter the reference of the payment you received.'),
        'reference',
      );
    }
    const at = appContext.clock.now();
    const amount = part.amount - part.creditAmount;
    await tx.insert(payments).values({
      orderId: order.id,
      milestone: part.position,
      way: 'link',
      reference,
      amount,
      currency: order.currency,
      state: 'booked',
      memberId: actor.memberId ?? null,
      createdAt: at,
    });
    await book(tx, at, {
      key: `payment ${keyOfPart(order, part)}`,
      from: 'received:link',
      to: 'orders',
      amount,
      currency: order.currency,
      orderId: order.id,
    });
    after.audit('order-marked-paid', {
      subjectId: order.id,
      subject: formatOrderNumber(order.number),
      detail: storedText(reference),
    });
    const why = orderMessage('orders.reference', { reference });
    await settlePaid(tx, after, appContext, order, { part, actor, why });
  });
}
