import type { RouterContextProvider } from 'react-router';
import * as v from 'valibot';
import { hostContext } from '../../host.ts';
import { RefusedError } from '../../platform/errors.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { dismissReports, hideReview, showReview } from '../../reviews/moderate-review.server.ts';
import { MODERATION_REASON_IDS, MODERATION_REASONS } from '../../reviews/moderation-reasons.ts';
import type { ReviewedService } from '../../reviews/post-review.server.ts';
import { deleteReply, writeReply } from '../../reviews/reply-to-review.server.ts';
import type { AuditAction } from '../../team/audit-actions.ts';
import { recordAudit } from '../../team/audit.server.ts';
import type { Member } from '../../team/member.ts';
import { dropRatingPages } from '../public/drop-rating-pages.server.ts';
import { traceOf } from './form-answer.server.ts';

const LIMIT = { name: 'moderation', burst: 60, perMinute: 60 };

const id = v.pipe(v.string(), v.uuid());
const seen = v.string();

const request = v.variant('intent', [
  v.object({
    intent: v.literal('hide'),
    id,
    reason: v.picklist(MODERATION_REASON_IDS),
    note: v.string(),
  }),
  v.object({ intent: v.picklist(['show', 'dismiss']), id }),
  v.object({ intent: v.literal('reply'), id, seen, reply: v.string() }),
  v.object({ intent: v.literal('delete-reply'), id, seen }),
]);

interface Done {
  readonly service: ReviewedService;
  readonly action: AuditAction;
  readonly detail?: string;
  /** What to say about it. */
  readonly message: string;
}

/**
 * What a moderator does on /team/reviews, written down in the same transaction. Returns what to
 * say about it; throws a refusal.
 */
export async function runReviewAction(
  context: Readonly<RouterContextProvider>,
  member: Member,
  form: FormData,
): Promise<string> {
  const host = context.get(hostContext);
  await host.limits.take(LIMIT, member.id);
  // Chosen from a list that begins with nothing: the one field that can be left out.
  if (form.get('intent') === 'hide' && form.get('reason') === '') {
    throw new RefusedError(400, 'Please choose one of the published reasons', 'reason');
  }
  const parsed = v.safeParse(request, Object.fromEntries(form));
  if (!parsed.success) throw new RefusedError(400, 'The request is not what was expected.');
  const asked = parsed.output;
  const done = await host.db.transaction(async (tx) => {
    const outcome = await run(tx, host.clock, asked);
    await recordAudit(tx, host.clock, traceOf(context, member), {
      action: outcome.action,
      subjectId: asked.id,
      subject: `${outcome.service.section}/${outcome.service.slug}`,
      ...(outcome.detail === undefined ? {} : { detail: outcome.detail }),
    });
    return outcome;
  });
  dropRatingPages(host, done.service);
  host.dropPage('/moderation-log');
  return done.message;
}

async function run(
  tx: Database,
  clock: Parameters<typeof hideReview>[1],
  asked: v.InferOutput<typeof request>,
): Promise<Done> {
  switch (asked.intent) {
    case 'hide': {
      const decision = await hideReview(tx, clock, asked.id, asked.reason, asked.note);
      const { name } = MODERATION_REASONS[asked.reason];
      return {
        service: decision,
        action: 'review-hidden',
        detail: `${name}, reports: ${decision.reportCount}`,
        message: 'The review is hidden. The public log says when and for which reason.',
      };
    }
    case 'show':
      return {
        service: await showReview(tx, clock, asked.id),
        action: 'review-shown',
        message: 'The review is shown again.',
      };
    case 'dismiss': {
      const decision = await dismissReports(tx, clock, asked.id);
      return {
        service: decision,
        action: 'review-reports-dismissed',
        detail: `reports: ${decision.reportCount}`,
        message: 'The review stays as it is, and its reports are settled.',
      };
    }
    case 'reply':
      return {
        service: await writeReply(tx, clock, { reviewId: asked.id, seen: asked.seen }, asked.reply),
        action: 'review-replied',
        message: 'The reply is public now.',
      };
    default:
      asked.intent satisfies 'delete-reply';
      return {
        service: await deleteReply(tx, { reviewId: asked.id, seen: asked.seen }),
        action: 'review-reply-deleted',
        message: 'The reply is deleted.',
      };
  }
}
