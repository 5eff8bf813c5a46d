import { settleDraft } from '../../assistant/server/outcome/settle-draft.server.ts';
import type { AppContext } from '../../app-context.ts';
import type { Member } from '../../accounts/protocol/member.ts';

/** The message is already saved, so an error is only logged. */
export async function settleQuietly(
  appContext: AppContext,
  member: Member,
  draftId: string,
  sent: string,
): Promise<void> {
  try {
    await settleDraft(appContext, member, draftId, sent);
  } catch (error) {
    appContext.log.error(
      { err: error, draft: draftId },
      'Could not record the outcome of a suggested reply',
    );
  }
}
