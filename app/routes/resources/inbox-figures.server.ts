import type { Figures } from '../../chat-client/desk/inbox-figures.ts';
import { scopesOf } from '../../conversation/access.server.ts';
import { countViews } from '../../conversation/read/count-views.server.ts';
import { readUnread } from '../../conversation/read/read-unread.server.ts';
import type { InboxScope } from '../../conversation/wire/views.ts';
import { waitRulesOf } from '../../conversation/wire/waiting.ts';
import type { DeskTopic } from '../../conversation/wire/desk-words.ts';
import type { Host } from '../../host.ts';
import type { TopicEntry } from '../../marketplace/content/content.ts';
import type { Member } from '../../team/members/member.ts';

export async function readFigures(
  { db, settings, catalogue }: Pick<Host, 'db' | 'settings' | 'catalogue'>,
  member: Member,
  scope: InboxScope,
): Promise<Figures> {
  const seesQueue = scopesOf(member).includes('queue');
  const [counts, queue, unread] = await Promise.all([
    countViews(db, member.id, scope),
    seesQueue ? countViews(db, member.id, 'queue', ['waiting']) : undefined,
    readUnread(db, member.id),
  ]);
  const topics = catalogue.words.allTopics('en');
  return {
    role: member.role,
    counts,
    queueWaiting: queue?.waiting ?? 0,
    unread,
    waitRules: waitRulesOf(settings, topics),
    words: { topics: topics.map(toDeskTopic), welcome: catalogue.words.chat('en').welcome },
  };
}

function toDeskTopic({ id, name, short, isHidden }: TopicEntry): DeskTopic {
  return { id, name, short, isOffered: !isHidden };
}
