import * as v from 'valibot';
import { renameVisitor } from '../server/contacts/rename-visitor.server.ts';
import { VISITOR_NAME_MAX_LENGTH, VISITOR_NAME_TOO_LONG } from '../protocol/rules.ts';
import { text } from '../../platform/fields.ts';
import { traceOf } from '../../portal/pages/form-answer.server.ts';
import { PERSON_LIMIT, teamAboutVisitor } from '../../http/calls.server.ts';

const body = v.object({ name: text(VISITOR_NAME_MAX_LENGTH, VISITOR_NAME_TOO_LONG) });

export const action = teamAboutVisitor.write(
  body,
  async ({ name }, { host, who, id, context }) => ({
    name: await renameVisitor(host, traceOf(context, who), who, id, name),
  }),
  PERSON_LIMIT,
);
