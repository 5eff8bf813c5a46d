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
import { NOTE_MAX_LENGTH, type ModerationReason, REPLY_MAX_LENGTH } from '../moderation-reasons.ts';
import type { Address } from '../../shop/service.ts';
import { moderationLog, reviewReports, serviceReviews, reviewReplies } from './tables.server.ts';
import { reviewMessage } from '../stored-messages.ts';
import type { StoredMessage } from '../../platform/stored-message.ts';

const CHANGED_MEANWHILE = msg(
  'Someone else has changed the reply in the meantime. The current version is shown; your text is kept here.',
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
  'Someone else has already decided on this review. The list is now up to date.',
);

/** `ReplyChange` explains `seen`. */
export type ReviewDecision = { readonly id: string } & (
  | { readonly intent: 'hide'; readonly reason: ModerationReason | ''; readonly note: string }
  | { readonly intent: 'show' | 'dismiss' }
  | { readonly intent: 'reply'; readonly seen: string; readonly reply: string }
  | { readonly intent: 'delete-reply'; readonly seen: string }
);

interface Done {
  readonly service: Address;
  readonly action: AuditAction;
  readonly detail?: StoredMessage;
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
        throw new RefusedError(400, t('Select one of the published reasons'), 'reason');
      }
      const hidden = await hideReview(tx, clock, decision.id, reason, decision.note);
      return {
        service: hidden,
        action: 'review-hidden',
        detail: reviewMessage('reviews.hidden', { reason, reports: hidden.reportCount }),
        message: t('The review is hidden. The public log shows when and why.'),
      };
    }
    case 'show':
      return {
        service: await showReview(tx, clock, decision.id),
        action: 'review-shown',
        message: t('The review is visible again.'),
      };
    case 'dismiss': {
      const settled = await dismissReports(tx, clock, decision.id);
      return {
        service: settled,
        action: 'review-reports-dismissed',
        detail: reviewMessage('reviews.reports', { count: settled.reportCount }),
        message: t('The review stays as it is. Its reports have been dismissed.'),
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
        message: t('The reply is now public.'),
      };
    default:
      decision.intent satisfies 'delete-reply';
      return {
        service: await deleteReply(tx, { reviewId: decision.id, seen: decision.seen }),
        action: 'review-reply-deleted',
        message: t('The reply has been deleted.'),
      };
  }
}

interface Settled extends Address {
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
    throw new RefusedError(400, t('Describe which part of the review is the reason'), 'note');
  if (note.length > NOTE_MAX_LENGTH) {
    throw new RefusedError(
      400,
      t('Use at most {noteMaxLength, plural, one {# character} other {# characters}}', {
        noteMaxLength: NOTE_MAX_LENGTH,
      }),
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

function decided([service]: readonly Address[]): Address {
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
): Promise<Address> {
  const text = toText(typed, REPLY_MAX_LENGTH);
  if (text === '') throw new RefusedError(400, t('Enter a reply'), 'reply');
  if (text.length > REPLY_MAX_LENGTH) {
    const most = t(
      'Use at most {count, plural, one {{shown} character} other {{shown} characters}}',
      {
        count: REPLY_MAX_LENGTH,
        shown: REPLY_MAX_LENGTH.toLocaleString(formatsNow()),
      },
    );
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

export async function deleteReply(tx: Database, change: ReplyChange): Promise<Address> {
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
    throw new RefusedError(400, t("The request isn't in the expected format."));
  return and(eq(reviewReplies.reviewId, reviewId), eq(reviewReplies.updatedAt, at));
}

async function reviewedService(tx: Database, reviewId: string): Promise<Address> {
  const [service] = await tx
    .select({ section: serviceReviews.section, slug: serviceReviews.serviceSlug })
    .from(serviceReviews)
    .where(eq(serviceReviews.id, reviewId));
  if (!service)
    throw new RefusedError(409, t('This review no longer exists. The list is now up to date.'));
  return service;
}
