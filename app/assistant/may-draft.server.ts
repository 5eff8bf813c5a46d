import { accessToConversation } from '../chat/server/access.server.ts';
import type { Database } from '../platform/db/database.server.ts';
import type { Member } from '../accounts/protocol/member.ts';
import { may } from '../accounts/protocol/permissions.ts';
import type { DraftKind } from './protocol/draft.ts';
import type { ModelSettings } from '../platform/model-settings.server.ts';
import type { Settings } from '../platform/settings.server.ts';

/** Answers require write access. A summary is also available to members who may reassign the visitor. */
export async function mayDraft(
  db: Database,
  member: Member,
  conversationId: string,
  kind: DraftKind,
): Promise<boolean> {
  const access = await accessToConversation(db, { kind: 'member', member }, conversationId);
  if (access === 'write') return true;
  return access === 'read' && kind === 'summary' && may(member, 'reassign-visitors');
}

/** Returns undefined if no model is configured or an admin has turned drafts off. */
export function modelInUse({
  model,
  answerDrafts,
}: Pick<Settings, 'model' | 'answerDrafts'>): ModelSettings | undefined {
  return answerDrafts === 'on' ? model : undefined;
}
