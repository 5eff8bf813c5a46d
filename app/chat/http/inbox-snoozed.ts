import * as v from 'valibot';
import { snoozeVisitor } from '../server/assignment/snooze-visitor.server.ts';
import { instant } from '../../platform/fields.ts';
import { team } from '../../http/calls.server.ts';

/** Null ends the snooze. */
const body = v.object({ until: v.nullable(instant) });

export const action = team.write(body, ({ until }, { host, who, id }) =>
  snoozeVisitor(host, who, id, until === null ? null : new Date(until)),
);
