import * as v from 'valibot';
import { snoozeVisitor } from '../../conversation/hold/snooze-visitor.server.ts';
import { instant } from '../../platform/fields.ts';
import { team } from './calls.server.ts';

/** Until when; null brings the visitor back at once. */
const body = v.object({ until: v.nullable(instant) });

/** Takes a visitor out of the open ones for a while, or back. */
export const action = team.write(body, ({ until }, { host, who, id }) =>
  snoozeVisitor(host, who, id, until === null ? null : new Date(until)),
);
