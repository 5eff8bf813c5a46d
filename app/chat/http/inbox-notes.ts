import * as v from 'valibot';
import { text, uuid } from '../../platform/fields.ts';
import { MESSAGE_MAX_LENGTH, MESSAGE_TOO_LONG } from '../protocol/rules.ts';
import { writeNote } from '../server/messages/write-note.server.ts';
import { team } from '../../http/calls.server.ts';

const NOTE_LIMIT = { name: 'conversation-note', burst: 60, perMinute: 60 };

const body = v.object({ clientId: uuid, text: text(MESSAGE_MAX_LENGTH, MESSAGE_TOO_LONG) });

export const action = team.write(
  body,
  async (sent, { host, who, id }) => ({
    note: await writeNote(host, who, { conversationId: id, ...sent }),
  }),
  NOTE_LIMIT,
);
