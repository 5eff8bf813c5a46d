import { NO_SUCH_CONVERSATION } from '../server/access.server.ts';
import { readThread } from '../server/read/read-thread.server.ts';
import { CONVERSATION_ID } from '../protocol/rules.ts';
import { RefusedError } from '../../platform/errors.ts';
import { teamAboutVisitor } from '../../http/calls.server.ts';

/** The thread includes the conversation in `?conversation=`, however old. */
export const loader = teamAboutVisitor.read(
  async ({ host: { db, isAnybodyIn }, who, id, request }) => {
    const asked = new URL(request.url).searchParams.get('conversation') ?? '';
    // An invalid id is ignored, like an outdated link.
    const including = CONVERSATION_ID.test(asked) ? asked : undefined;
    const thread = await readThread(db, who, id, isAnybodyIn, including);
    if (!thread) throw new RefusedError(404, NO_SUCH_CONVERSATION);
    return { thread };
  },
);
