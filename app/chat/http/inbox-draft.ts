import * as v from 'valibot';
import { readDraft } from '../../assistant/server/outcome/read-draft.server.ts';
import { dropDraft } from '../../assistant/server/outcome/settle-draft.server.ts';
import { abortDraft } from '../../assistant/server/outcome/under-way.ts';
import { NO_SUCH_CONVERSATION } from '../server/access.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { isUuid } from '../../platform/fields.ts';
import { team } from '../../http/calls.server.ts';

/** The browser polls every second while the model writes. */
const LIMIT = { name: 'draft-look', burst: 120, perMinute: 120 };

export const loader = team.read(async ({ host, who, id, params }) => {
  const draftId = idOf(params.draft);
  return { draft: await readDraft(host, who, id, draftId) };
}, LIMIT);

/** A suggested reply that is not wanted is stopped, or counted as dropped. */
export const action = team.write(
  v.object({ isWanted: v.literal(false) }),
  async (_, { host, who, params }) => {
    const draftId = idOf(params.draft);
    await dropDraft(host, who, draftId);
    abortDraft(draftId);
  },
  LIMIT,
);

function idOf(draft: string | undefined): string {
  if (!isUuid(draft ?? '')) throw new RefusedError(404, NO_SUCH_CONVERSATION);
  return draft ?? '';
}
