import * as v from 'valibot';
import { nameVisitor } from '../server/messages/name-visitor.server.ts';
import { VISITOR_NAME_MAX_LENGTH, VISITOR_NAME_TOO_LONG } from '../protocol/rules.ts';
import { text } from '../../platform/fields.ts';
import { visitor } from '../../http/calls.server.ts';

const body = v.object({ name: text(VISITOR_NAME_MAX_LENGTH, VISITOR_NAME_TOO_LONG) });

const LIMIT = { name: 'chat-name', burst: 10, perMinute: 5 };

/** '' removes the name. */
export const action = visitor.write(
  body,
  ({ name }, { host, who, id }) => nameVisitor(host, who, id, name),
  LIMIT,
);
