import { settleDraft } from '../../assistant/outcome/settle-draft.server.ts';
import type { Host } from '../../host.ts';
import type { Member } from '../../team/members/member.ts';

/** Counts what became of a draft. What was sent is saved by then: a fault here is nobody's who sent it. */
export async function settleQuietly(
  host: Host,
  member: Member,
  draftId: string,
  sent: string,
): Promise<void> {
  try {
    await settleDraft(host, member, draftId, sent);
  } catch (error) {
    host.log.error({ err: error, draft: draftId }, 'What became of a draft was not counted');
  }
}
