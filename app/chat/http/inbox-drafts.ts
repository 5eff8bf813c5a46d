import * as v from 'valibot';
import { modelInUse } from '../../assistant/model-in-use.ts';
import { DRAFT_KINDS } from '../../assistant/protocol/draft.ts';
import { RefusedError } from '../../platform/errors.ts';
import { traceOf } from '../../portal/pages/form-answer.server.ts';
import { team } from '../../http/calls.server.ts';

const LIMIT = { name: 'draft', burst: 10, perMinute: 6 };
/** The limit covers the whole team, because every suggested reply costs the operator money. */
const LIMIT_OF_ALL = { name: 'drafts', burst: 60, perMinute: 40 };

const body = v.object({ kind: v.picklist(DRAFT_KINDS) });

/** The code is imported here, so that it is loaded only where the feature is turned on. */
export const action = team.write(
  body,
  async ({ kind }, { host, who, id, context }) => {
    if (!modelInUse(host.settings)) {
      throw new RefusedError(404, 'Drafts by a model are turned off here.');
    }
    await host.limits.take(LIMIT_OF_ALL, 'everybody');
    const { beginDraft } = await import('../../assistant/server/draft/begin-draft.server.ts');
    return { draft: await beginDraft(host, traceOf(context, who), who, id, kind) };
  },
  LIMIT,
);
