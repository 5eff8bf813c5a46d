import * as v from 'valibot';
import { text, uuid } from '../../platform/fields.ts';
import { MESSAGE_MAX_LENGTH, MESSAGE_TOO_LONG } from '../protocol/rules.ts';
import { accessToConversation, NO_SUCH_CONVERSATION } from '../server/access.server.ts';
import { MESSAGES_PER_PAGE, readMessagesBefore } from '../server/read/read-messages.server.ts';
import { sendMessage } from '../server/messages/send-message.server.ts';
import { refuseTooManyFiles } from '../../files/server/open-files.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { readNumber } from '../../http/read-request.server.ts';
import { team } from '../../http/calls.server.ts';
import { settleQuietly } from '../../http/settle-quietly.server.ts';
import { readNews } from '../../http/read-news.server.ts';

const MESSAGE_LIMIT = { name: 'agent-message', burst: 60, perMinute: 120 };

const body = v.object({
  clientId: uuid,
  text: text(MESSAGE_MAX_LENGTH, MESSAGE_TOO_LONG),
  fileIds: v.optional(v.array(uuid)),
  /** The message is based on this suggested reply. */
  draftId: v.optional(uuid),
  author: v.optional(v.pipe(v.string(), v.maxLength(100))),
});

/**
 * `?after=N` returns newer messages, `&removedAfter=N` those that were unsent since, and `?before=N` the page
 * before.
 */
export const loader = team.read(async ({ host: { db }, who, id, request }) => {
  if (!(await accessToConversation(db, { kind: 'member', member: who }, id))) {
    throw new RefusedError(404, NO_SUCH_CONVERSATION);
  }
  const before = readNumber(request, 'before');
  if (before === 0) return readNews(db, id, request);
  const messages = await readMessagesBefore(db, id, before);
  return { messages, hasMore: messages.length === MESSAGES_PER_PAGE };
});

const SIGNED_IN_AS_ANOTHER =
  'Somebody else is signed in here now. Sign in as yourself to send what you wrote.';

export const action = team.write(
  body,
  async ({ author, draftId, ...sent }, { host, who, id }) => {
    // A message from the browser's outbox may only be sent by its author, even if somebody else is signed in now.
    if ((author ?? who.id) !== who.id) throw new RefusedError(401, SIGNED_IN_AS_ANOTHER);
    refuseTooManyFiles(host.settings, sent.fileIds);
    const viewer = { kind: 'member', member: who } as const;
    const message = await sendMessage(host, viewer, { conversationId: id, ...sent });
    // The message is saved, so an error in counting the suggested reply must not fail the request.
    if (draftId) await settleQuietly(host, who, draftId, message.text);
    return { message };
  },
  MESSAGE_LIMIT,
);
