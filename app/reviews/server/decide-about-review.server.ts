import { t, formatsNow, msg } from '../../i18n/translate.ts';
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { KnownCatalogue } from '../../shop/live-catalogue.server.ts';
import { pagesShowingRating } from '../../shop/pages-showing-rating.ts';
import type { AuditAction } from '../../platform/change/audit-actions.ts';
import type { Trace } from '../../platform/change/audit.server.ts';
import { change, type ChangeContext } from '../../platform/change/change.server.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { toText } from '../../platform/shown-text.ts';
import {
  MODERATION_REASONS,
  NOTE_MAX_LENGTH,
  type ModerationReason,
  REPLY_MAX_LENGTH,
} from '../moderation-reasons.ts';
import type { ReviewedService } from './post-review.server.ts';
import { moderationLog, reviewReports, serviceReviews, reviewReplies } from './tables.server.ts';

const CHANGED_MEANWHILE = msg(
  'Somebody else changed the reply meanwhile. It is shown as it is now; your text is kept here.',
);

interface ReplyChange {
  readonly reviewId: string;
  /** The reply that the author saw was last changed at this time, in ISO 8601. '' means no reply. */
  readonly seen: string;
}

/**
 * The condition of each update detects the race: if two moderators decide at once, the second one gets this
 * message.
 */
const DECIDED_MEANWHILE = msg(
  'Somebody else decided about that review meanwhile. The list is up to date now.',
);

/** `ReplyChange` explains `seen`. */
export type ReviewDecision = { readonly id: string } & (
  | { readonly intent: 'hide'; readonly reason: ModerationReason | ''; readonly note: string }
  | { readonly intent: 'show' | 'dismiss' }
  | { readonly intent: 'reply'; readonly seen: string; readonly reply: string }
  | { readonly intent: 'delete-reply'; readonly seen: string }
);

interface Done {
  readonly service: ReviewedService;
  readonly action: AuditAction;
  readonly detail?: string;
  readonly message: string;
}

/**
 * The decision is recorded in the audit log, and the pages that show the review are invalidated. Returns the
 * message for the moderator. Throws {@link RefusedError} as the function for the decision does.
 */
export async function decideAboutReview(
  appContext: ChangeContext & KnownCatalogue,
  trace: Trace,
  decision: ReviewDecision,
): Promise<string> {
  return change(appContext, trace, async (tx, after) => {
    const { service, action, detail, message } = await run(tx, appContext.clock, decision);
    after.audit(action, {
      subjectId: decision.id,
      subject: `${service.section}/${service.slug}`,
      ...(detail === undefined ? {} : { detail }),
    });
    for (const path of [...pagesShowingRating(appContext.catalogue, service), '/moderation-log']) {
      after.changed('page', path);
    }
    return message;
  });
}

async function run(tx: Database, clock: Clock, decision: ReviewDecision): Promise<Done> {
  switch (decision.intent) {
    case 'hide': {
      const { reason } = decision;
      if (reason === '') {
        throw new RefusedError(400, t('Please choose one of the published reasons'), 'reason');
      }
      const hidden = await hideReview(tx, clock, decision.id, reason, decision.note);
      const { name } = MODERATION_REASONS[reason];
      return {
        service: hidden,
        action: 'review-hidden',
        detail: `${name}, reports: ${hidden.reportCount}`,
        message: t('The review is hidden. The public log says when and for which reason.'),
      };
    }
    case 'show':
      return {
        service: await showReview(tx, clock, decision.id),
        action: 'review-shown',
        message: t('The review is shown again.'),
      };
    case 'dismiss': {
      const settled = await dismissReports(tx, clock, decision.id);
      return {
        service: settled,
        action: 'review-reports-dismissed',
        detail: `reports: ${settled.reportCount}`,
        message: t('The review stays as it is, and its reports are settled.'),
      };
    }
    case 'reply':
      return {
        service: await writeReply(
          tx,
          clock,
          { reviewId: decision.id, seen: decision.seen },
          decision.reply,
        ),
        action: 'review-replied',
        message: t('The reply is public now.'),
      };
    default:
      decision.intent satisfies 'delete-reply';
      return {
        service: await deleteReply(tx, { reviewId: decision.id, seen: decision.seen }),
        action: 'review-reply-deleted',
        message: t('The reply is deleted.'),
      };
  }
}

interface Settled extends ReviewedService {
  readonly reportCount: number;
}

/** The note explains the decision to the team. */
export async function hideReview(
  tx: Database,
  clock: Clock,
  reviewId: string,
  reason: ModerationReason,
  typedNote: string,
): Promise<Settled> {
  const note = toText(typedNote, NOTE_MAX_LENGTH);
  if (note === '')
    throw new RefusedError(400, t('Please say what in the review is the reason'), 'note');
  if (note.length > NOTE_MAX_LENGTH) {
    throw new RefusedError(
      400,
      t('Please keep it under {noteMaxLength} characters', { noteMaxLength: NOTE_MAX_LENGTH }),
      'note',
    );
  }
  const service = decided(
    await tx
      .update(serviceReviews)
      .set({ hiddenAt: clock.now(), hiddenReason: reason })
      .where(and(eq(serviceReviews.id, reviewId), isNull(serviceReviews.hiddenAt)))
      .returning(SERVICE),
  );
  const reportCount = await settleReports(tx, clock, reviewId);
  await log(tx, clock, reviewId, { ...service, reportCount }, { action: 'hidden', reason, note });
  return { ...service, reportCount };
}

export async function showReview(tx: Database, clock: Clock, reviewId: string): Promise<Settled> {
  const service = decided(
    await tx
      .update(serviceReviews)
      .set({ hiddenAt: null, hiddenReason: null })
      .where(and(eq(serviceReviews.id, reviewId), isNotNull(serviceReviews.hiddenAt)))
      .returning(SERVICE),
  );
  const reportCount = await settleReports(tx, clock, reviewId);
  await log(tx, clock, reviewId, { ...service, reportCount }, { action: 'shown' });
  return { ...service, reportCount };
}

export async function dismissReports(
  tx: Database,
  clock: Clock,
  reviewId: string,
): Promise<Settled> {
  const [service] = await tx
    .select(SERVICE)
    .from(serviceReviews)
    .where(eq(serviceReviews.id, reviewId));
  const reportCount = await settleReports(tx, clock, reviewId);
  if (!service || reportCount === 0) throw new RefusedError(409, t(DECIDED_MEANWHILE));
  return { ...service, reportCount };
}

const SERVICE = { section: serviceReviews.section, slug: serviceReviews.serviceSlug };

function decided([service]: readonly ReviewedService[]): ReviewedService {
  if (!service) throw new RefusedError(409, t(DECIDED_MEANWHILE));
  return service;
}

async function settleReports(tx: Database, clock: Clock, reviewId: string): Promise<number> {
  const settled = await tx
    .update(reviewReports)
    .set({ settledAt: clock.now() })
    .where(and(eq(reviewReports.reviewId, reviewId), isNull(reviewReports.settledAt)))
    .returning({ id: reviewReports.id });
  return settled.length;
}

async function log(
  tx: Database,
  clock: Clock,
  reviewId: string,
  { section, slug, reportCount }: Settled,
  entry: Pick<typeof moderationLog.$inferInsert, 'action' | 'reason' | 'note'>,
): Promise<void> {
  await tx
    .insert(moderationLog)
    .values({ at: clock.now(), reviewId, section, serviceSlug: slug, reportCount, ...entry });
}

/** Throws a 409 if `seen` is outdated, so that two people cannot overwrite each other's changes. */
export async function writeReply(
  tx: Database,
  clock: Clock,
  { reviewId, seen }: ReplyChange,
  typed: string,
): Promise<ReviewedService> {
  const text = toText(typed, REPLY_MAX_LENGTH);
  if (text === '') throw new RefusedError(400, t('Please write a reply'), 'reply');
  if (text.length > REPLY_MAX_LENGTH) {
    const most = t('Please keep it under {replyMaxLength} characters', {
      replyMaxLength: REPLY_MAX_LENGTH.toLocaleString(formatsNow()),
    });
    throw new RefusedError(400, most, 'reply');
  }
  const service = await reviewedService(tx, reviewId);
  const now = clock.now();
  const written =
    seen === ''
      ? await tx
          .insert(reviewReplies)
          .values({ reviewId, text, createdAt: now, updatedAt: now })
          .onConflictDoNothing()
          .returning({ id: reviewReplies.reviewId })
      : await tx
          .update(reviewReplies)
          .set({ text, updatedAt: now })
          .where(asSeen({ reviewId, seen }))
          .returning({ id: reviewReplies.reviewId });
  if (written.length === 0) throw new RefusedError(409, t(CHANGED_MEANWHILE), 'reply');
  return service;
}

export async function deleteReply(tx: Database, change: ReplyChange): Promise<ReviewedService> {
  const service = await reviewedService(tx, change.reviewId);
  const deleted = await tx
    .delete(reviewReplies)
    .where(asSeen(change))
    .returning({ id: reviewReplies.reviewId });
  if (deleted.length === 0) throw new RefusedError(409, t(CHANGED_MEANWHILE), 'reply');
  return service;
}

function asSeen({ reviewId, seen }: ReplyChange) {
  const at = new Date(seen);
  if (Number.isNaN(at.getTime()))
    throw new RefusedError(400, t('The request is not what was expected.'));
  return and(eq(reviewReplies.reviewId, reviewId), eq(reviewReplies.updatedAt, at));
}

async function reviewedService(tx: Database, reviewId: string): Promise<ReviewedService> {
  const [service] = await tx
    .select({ section: serviceReviews.section, slug: serviceReviews.serviceSlug })
    .from(serviceReviews)
    .where(eq(serviceReviews.id, reviewId));
  if (!service) throw new RefusedError(409, t('This review is gone. The list is up to date now.'));
  return service;
}
