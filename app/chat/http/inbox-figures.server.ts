import type { Figures } from '../protocol/inbox-figures.ts';
import { scopesOf } from '../server/access.server.ts';
import { countViews, readUnread } from '../server/read/inbox-counts.server.ts';
import type { InboxScope } from '../protocol/views.ts';
import { waitRulesOf } from '../protocol/waiting.ts';
import type { DeskTopic } from '../protocol/chat-words.ts';
import type { AppContext } from '../../app-context.ts';
import type { TopicEntry } from '../../catalogue/protocol/content.ts';
import type { Member } from '../../accounts/protocol/member.ts';
import { SOURCE_LANGUAGE } from '../../platform/languages.ts';

export async function readFigures(
  { db, settings, catalogue }: Pick<AppContext, 'db' | 'settings' | 'catalogue'>,
  member: Member,
  scope: InboxScope,
): Promise<Figures> {
  const seesQueue = scopesOf(member).includes('queue');
  const [counts, queue, unread] = await Promise.all([
    countViews(db, member.id, scope),
    seesQueue ? countViews(db, member.id, 'queue', ['waiting']) : undefined,
    readUnread(db, member.id),
  ]);
  const topics = catalogue.words.allTopics(SOURCE_LANGUAGE);
  return {
    role: member.role,
    counts,
    queueWaiting: queue?.waiting ?? 0,
    unread,
    waitRules: waitRulesOf(settings, topics),
    words: {
      topics: topics.map(toDeskTopic),
      welcome: catalogue.words.chat(SOURCE_LANGUAGE).welcome,
    },
  };
}

function toDeskTopic({ id, name, short, isHidden }: TopicEntry): DeskTopic {
  return { id, name, short, isOffered: !isHidden };
}
