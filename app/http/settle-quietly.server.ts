import { settleDraft } from '../assistant/server/outcome/settle-draft.server.ts';
import type { Host } from '../host.ts';
import type { Member } from '../accounts/protocol/member.ts';

/** The message is already saved, so an error is only logged. */
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
