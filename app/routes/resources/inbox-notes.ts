import * as v from 'valibot';
import { writeNote } from '../../chat/write-note.server.ts';
import { hostContext } from '../../host.ts';
import { answer, json, readJson } from './answer.server.ts';
import { requireMember } from './member.server.ts';
import type { Route } from './+types/inbox-notes.ts';

const NOTE_LIMIT = { name: 'conversation-note', burst: 60, perMinute: 60 };

const body = v.object({ clientId: v.pipe(v.string(), v.uuid()), text: v.string() });

/** A note for the team beside a conversation. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { db, clock, chat, limits } = context.get(hostContext);
  return answer(async () => {
    const { member } = await requireMember(context, request);
    await limits.take(NOTE_LIMIT, member.id);
    const { clientId, text } = await readJson(request, body);
    const note = await writeNote(db, clock, chat, member, {
      conversationId: params.id,
      clientId,
      text,
    });
    return json({ note });
  });
}
