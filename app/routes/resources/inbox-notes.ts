import * as v from 'valibot';
import { text, uuid } from '../../platform/fields.ts';
import { MESSAGE_MAX_LENGTH, MESSAGE_TOO_LONG } from '../../conversation/wire/rules.ts';
import { writeNote } from '../../conversation/say/write-note.server.ts';
import { hostContext } from '../../host.ts';
import { answer, json, readJson } from './answer.server.ts';
import { requireMember } from './member.server.ts';
import type { Route } from './+types/inbox-notes.ts';

const NOTE_LIMIT = { name: 'conversation-note', burst: 60, perMinute: 60 };

const body = v.object({ clientId: uuid, text: text(MESSAGE_MAX_LENGTH, MESSAGE_TOO_LONG) });

/** A note for the team beside a conversation. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const host = context.get(hostContext);
  return answer(async () => {
    const { member } = await requireMember(context, request);
    await host.limits.take(NOTE_LIMIT, member.id);
    const { clientId, text: typed } = await readJson(request, body);
    const note = await writeNote(host, member, {
      conversationId: params.id,
      clientId,
      text: typed,
    });
    return json({ note });
  });
}
