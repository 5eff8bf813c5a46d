import { checkForm } from '../../platform/read-form.ts';
import { instant, text, uuid } from '../../platform/fields.ts';
import type { RouterContextProvider } from 'react-router';
import * as v from 'valibot';
import { hostContext } from '../../host.ts';
import { RefusedError } from '../../platform/errors.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { dismissReports, hideReview, showReview } from '../../reviews/moderate-review.server.ts';
import {
  MODERATION_REASON_IDS,
  MODERATION_REASONS,
  NOTE_MAX_LENGTH,
  REPLY_MAX_LENGTH,
} from '../../reviews/moderation-reasons.ts';
import type { ReviewedService } from '../../reviews/post-review.server.ts';
import { deleteReply, writeReply } from '../../reviews/reply-to-review.server.ts';
import type { AuditAction } from '../../platform/change/audit-actions.ts';
import { recordAudit } from '../../platform/change/audit.server.ts';
import type { Member } from '../../team/members/member.ts';
import { dropRatingPages } from '../public/drop-rating-pages.server.ts';
import { traceOf } from './form-answer.server.ts';

const LIMIT = { name: 'moderation', burst: 60, perMinute: 60 };

const id = uuid;
const seen = v.union([v.literal(''), instant]);

const REPLY_TOO_LONG = `Please keep it under ${REPLY_MAX_LENGTH.toLocaleString('en-US')} characters`;

const request = v.variant('intent', [
  v.object({
    intent: v.literal('hide'),
    id,
    reason: v.picklist(MODERATION_REASON_IDS),
    note: text(NOTE_MAX_LENGTH, `Please keep it under ${NOTE_MAX_LENGTH} characters`),
  }),
  v.object({ intent: v.picklist(['show', 'dismiss']), id }),
  v.object({ intent: v.literal('reply'), id, seen, reply: text(REPLY_MAX_LENGTH, REPLY_TOO_LONG) }),
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
  const asked = checkForm(form, request);
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
