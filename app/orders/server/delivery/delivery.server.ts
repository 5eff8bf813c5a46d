import type { Trace } from '../../../platform/change/audit.server.ts';
import { t } from '../../../i18n/translate.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import type { Program } from '../../../accounts/protocol/program.ts';
import { ownerOf } from '../files/order-file-rules.server.ts';
import { lockOrderFiles, sendOrderFiles } from '../files/order-files.server.ts';
import type { OrderContext } from '../order-context.server.ts';
import { asMember, asBuyer, type Turn } from '../order/as-actor.server.ts';
import type { BuyerKey } from '../access.server.ts';
import { changeState, requireStep } from '../order/change-state.server.ts';
import {
  followMilestones,
  readCurrentMilestone,
  requireMilestoneStep,
  setMilestone,
  type Followed,
  type MilestoneRow,
} from '../milestones/milestone-rows.server.ts';
import { readPart } from '../milestones/part-of-order.server.ts';
import { requireText } from '../order/read-words.ts';
import { openCommentsOf } from '../proof/comment-rows.server.ts';
import { revisionComments } from '../proof/tables.server.ts';
import { formatOrderNumber } from '../../protocol/transitions.ts';
import { daysAfter } from '../../deadlines.ts';
import { MESSAGE_MAX_LENGTH } from '../../rules.ts';
import { deliveries } from '../tables.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { isBlank } from '../../../platform/shown-text.ts';
import { readOffer } from '../offer/read-offer.server.ts';

/**
 * Delivers files with a message, which starts the buyer's deadline to answer (rule 216). Nothing is
 * delivered unless all files are uploaded. Throws {@link RefusedError}: 404, 400, 409, 410.
 */
export async function deliver(
  appContext: OrderContext,
  trace: Trace,
  member: Member | Program,
  number: number,
  typed: string,
  fileIds: readonly string[] = [],
): Promise<void> {
  await asMember(appContext, trace, member, number, async ({ tx, after, order, actor }) => {
    const { clock, settings } = appContext;
    const at = clock.now();
    const message = requireText(
      typed,
      'message',
      MESSAGE_MAX_LENGTH,
      t('Describe what you are delivering and where the buyer can find it.'),
    );
    requireStep(order, 'deliver', actor.kind);
    const current = await readCurrentMilestone(tx, order);
    if (current) requireMilestoneStep(current, 'deliver');
    const owner = ownerOf(order.id, 'delivery', actor.memberId);
    const sent = await lockOrderFiles(tx, owner, fileIds, settings);
    const days = settings.orderAcceptanceDays;
    const delivered = await changeState(tx, after, appContext, order, {
      transition: 'deliver',
      actor,
      why: message,
      set: {
        deliveredAt: at,
        acceptanceDueAt: daysAfter(settings.supportTimezone, at, days),
        remindedTimes: 0,
      },
      says: () => t('Delivered. Check the work and accept it, or request a revision.'),
      files: sent,
    });
    const [delivery] = await tx
      .insert(deliveries)
      .values({
        orderId: order.id,
        milestone: order.milestone,
        event: delivered.lastEvent,
        message,
        memberId: actor.memberId ?? null,
        createdAt: at,
        dueAt: order.deliveryDueAt ?? at,
      })
      .returning({ id: deliveries.id });
    if (!delivery) throw new Error('The delivery was not inserted');
    await sendOrderFiles(tx, { deliveryId: delivery.id }, sent);
    after.audit('order-delivered', {
      subjectId: order.id,
      subject: formatOrderNumber(order.number),
    });
  });
}

/**
 * Idempotent. An order with milestones needs the position of the accepted one, so that a second click does not accept the
 * next. Throws {@link RefusedError} 409 if the order is not delivered, or another milestone is.
 */
export async function acceptDelivery(
  appContext: OrderContext,
  key: BuyerKey,
  position?: number,
): Promise<void> {
  await asBuyer(appContext, key, async (turn) => {
    if (turn.order.state === 'completed') return;
    const { milestone } = await readPart(turn.tx, turn.order, position);
    if (milestone?.state === 'accepted') return;
    if (milestone) requireMilestoneStep(milestone, 'accept');
    await completeOrder(turn);
  });
}

/**
 * Called for the buyer who accepts, and for the scheduled job after the deadline. Completes the order with its last
 * milestone.
 */
export async function completeOrder(turn: Turn): Promise<void> {
  const { tx, after, appContext, order, actor } = turn;
  const current = await readCurrentMilestone(tx, order);
  if (current) {
    requireStep(order, 'accept-milestone', actor.kind);
    const at = appContext.clock.now();
    const set = { acceptedAt: at, acceptanceDueAt: null };
    const accepted = await setMilestone(tx, at, current, set);
    const next = await followMilestones(tx, appContext, order, false);
    if (next.state !== 'completed') {
      await continueOrder(turn, accepted, next);
      return;
    }
  }
  await changeState(tx, after, appContext, order, {
    transition: 'complete',
    actor,
    set: { completedAt: appContext.clock.now(), acceptanceDueAt: null },
    says: () =>
      actor.kind === 'house'
        ? t('Completed because no revision was requested in time.')
        : t('The delivery was accepted. The order is completed.'),
  });
}

/** The next milestone begins, or waits for its payment. */
async function continueOrder(
  { tx, after, appContext, order, actor }: Turn,
  accepted: MilestoneRow,
  next: Followed,
): Promise<void> {
  await changeState(tx, after, appContext, order, {
    transition: 'accept-milestone',
    actor,
    toState: next.state,
    milestone: accepted.position,
    set: next.set,
    says: () =>
      actor.kind === 'house'
        ? t('“{milestone}” was accepted because no revision was requested in time.', {
            milestone: accepted.title,
          })
        : t('“{milestone}” was accepted.', { milestone: accepted.title }),
  });
}

function describeRequest(number: number, revisions: number, count: number): string {
  return count === 0
    ? t('Revision {number} of {revisions} requested.', { number, revisions })
    : t(
        'Revision {number} of {revisions} requested, with {count, plural, one {# comment} other {# comments}}.',
        { number, revisions, count },
      );
}

/**
 * Requests one of the agreed revisions and includes the open comments on what was delivered (rule 303). Throws
 * {@link RefusedError}: 400 without a text and comments, 409 if no revision is left or nothing is delivered.
 */
export async function requestRevision(
  appContext: OrderContext,
  key: BuyerKey,
  typed: string,
): Promise<void> {
  await asBuyer(appContext, key, async ({ tx, after, order, actor }) => {
    requireStep(order, 'request-revision', actor.kind);
    const current = await readCurrentMilestone(tx, order);
    const offer = await readOffer(tx, order.offerId);
    if (order.revisionsUsed >= offer.revisions) {
      throw new RefusedError(
        409,
        order.revisionsUsed === 0
          ? t('This order was agreed without revisions. Ask in the chat if you need one.')
          : t(
              '{count, plural, one {The agreed revision is} other {All # agreed revisions are}} used up. Ask in the chat if you need more.',
              { count: offer.revisions },
            ),
      );
    }
    const comments = await openCommentsOf(tx, order);
    const isSaidByComments = comments.length > 0 && isBlank(typed);
    const wish = isSaidByComments
      ? undefined
      : requireText(
          typed,
          'wish',
          MESSAGE_MAX_LENGTH,
          t('Describe what should be changed, or comment on a delivered file.'),
        );
    const { clock, settings } = appContext;
    const { lastEvent } = await changeState(tx, after, appContext, order, {
      transition: 'request-revision',
      actor,
      why: wish,
      set: {
        revisionsUsed: order.revisionsUsed + 1,
        acceptanceDueAt: null,
        // A revision gets the same time as the first delivery.
        deliveryDueAt: daysAfter(
          settings.supportTimezone,
          clock.now(),
          current?.days ?? offer.deliveryDays,
        ),
      },
      says: () => describeRequest(order.revisionsUsed + 1, offer.revisions, comments.length),
    });
    if (comments.length === 0) return;
    await tx
      .insert(revisionComments)
      .values(comments.map(({ id }) => ({ orderId: order.id, event: lastEvent, commentId: id })));
  });
}
