import type { Figures } from '../../chat-client/desk/inbox-figures.ts';
import { scopesOf } from '../../conversation/access.server.ts';
import { countViews } from '../../conversation/read/count-views.server.ts';
import { readUnread } from '../../conversation/read/read-unread.server.ts';
import type { InboxScope } from '../../conversation/wire/views.ts';
import { waitRulesOf } from '../../conversation/wire/waiting.ts';
import type { Host } from '../../host.ts';
import type { Member } from '../../team/members/member.ts';

/** What stands beside the lists of a dashboard: counts, and by what waits are judged. */
export async function readFigures(
  { db, settings }: Pick<Host, 'db' | 'settings'>,
  member: Member,
  scope: InboxScope,
): Promise<Figures> {
  const seesQueue = scopesOf(member).includes('queue');
  const [counts, queue, unread] = await Promise.all([
    countViews(db, member.id, scope),
    seesQueue ? countViews(db, member.id, 'queue', ['waiting']) : undefined,
    readUnread(db, member.id),
  ]);
  return { counts, queueWaiting: queue?.waiting ?? 0, unread, waitRules: waitRulesOf(settings) };
}
