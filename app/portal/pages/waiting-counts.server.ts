import { countWaitingMembers } from '../../accounts/server/members/read-team.server.ts';
import type { Member } from '../../accounts/protocol/member.ts';
import type { PlacePath } from '../../accounts/protocol/navigation-items.ts';
import { may } from '../../accounts/protocol/permissions.ts';
import type { AppContext } from '../../app-context.ts';
import { readUnread } from '../../chat/server/read/inbox-counts.server.ts';
import { countOrdersFor } from '../../orders/server/order/list-orders.server.ts';
import { countFailedJobs } from '../../platform/change/jobs.server.ts';
import { countReportedReviews } from '../../reviews/server/read-moderation.server.ts';

/** The navigation shows larger numbers as '99+'. */
const COUNTED_TO = 100;

/** Counts what waits for the member, for the numbers in the navigation. Pages that the member may not open count nothing. */
export async function readWaitingCounts(
  {
    db,
    clock,
    settings,
  }: Pick<AppContext, 'db' | 'clock'> & {
    readonly settings: Pick<AppContext['settings'], 'supportTimezone'>;
  },
  member: Member,
) {
  const shop = { timeZone: settings.supportTimezone, now: clock.now() };
  const [unread, ordersForMember, reportedReviews, waitingMembers, failedJobs] = await Promise.all([
    readUnread(db, member.id),
    countOrdersFor(db, member, shop, COUNTED_TO),
    may(member, 'moderate-reviews') ? countReportedReviews(db) : 0,
    may(member, 'manage-teams') ? countWaitingMembers(db) : 0,
    may(member, 'manage-outbox') ? countFailedJobs(db, clock, COUNTED_TO) : 0,
  ]);
  return {
    '/agentchat': unread,
    '/team/orders': ordersForMember,
    '/team/reviews': reportedReviews,
    '/team': waitingMembers,
    '/team/outbox': failedJobs,
  } as const satisfies { readonly [Path in PlacePath]?: number };
}

export type WaitingCounts = Awaited<ReturnType<typeof readWaitingCounts>>;
