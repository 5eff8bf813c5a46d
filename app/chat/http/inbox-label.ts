import * as v from 'valibot';
import { putLabel } from '../server/contacts/put-label.server.ts';
import { CONVERSATION_ID } from '../protocol/rules.ts';
import { uuid } from '../../platform/fields.ts';
import { PERSON_LIMIT, teamAboutVisitor } from '../../http/calls.server.ts';

const body = v.object({
  labelId: uuid,
  conversationId: v.optional(v.pipe(v.string(), v.regex(CONVERSATION_ID))),
  isOn: v.boolean(),
});

export const action = teamAboutVisitor.write(
  body,
  async (sent, { host, who, id }) => {
    await putLabel(host, who, { visitorId: id, ...sent });
  },
  PERSON_LIMIT,
);
