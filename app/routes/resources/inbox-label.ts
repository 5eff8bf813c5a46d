import * as v from 'valibot';
import { putLabel } from '../../conversation/person/put-label.server.ts';
import { CONVERSATION_ID } from '../../conversation/wire/rules.ts';
import { uuid } from '../../platform/fields.ts';
import { PERSON_LIMIT, teamAboutVisitor } from './calls.server.ts';

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
