import * as v from 'valibot';
import { actOnMany } from '../server/assignment/act-on-many.server.ts';
import { MANY_AT_MOST } from '../protocol/many.ts';
import { CONVERSATION_ID } from '../protocol/rules.ts';
import { id, instant, uuid } from '../../platform/fields.ts';
import { traceOf } from '../../portal/pages/form-answer.server.ts';
import { team } from '../../http/calls.server.ts';

/** The limit assumes at most ten open conversations per visitor. */
const COMPLETED_AT_MOST = MANY_AT_MOST * 10;

const selected = v.object({ id: uuid, agentId: v.nullable(id) });

const manyAction = v.variant('kind', [
  v.object({ kind: v.literal('resolve') }),
  v.object({
    kind: v.literal('reopen'),
    completed: v.pipe(
      v.array(v.pipe(v.string(), v.regex(CONVERSATION_ID))),
      v.maxLength(COMPLETED_AT_MOST),
    ),
  }),
  v.object({
    kind: v.literal('snooze'),
    until: v.nullable(
      v.pipe(
        instant,
        v.transform((until) => new Date(until)),
      ),
    ),
  }),
  v.object({ kind: v.literal('take') }),
  v.object({
    kind: v.literal('assign'),
    to: v.variant('kind', [
      v.object({ kind: v.literal('agent'), id }),
      v.object({ kind: v.literal('team'), id: uuid }),
      v.object({ kind: v.literal('queue') }),
    ]),
  }),
  v.object({ kind: v.literal('label'), labelId: uuid, isOn: v.boolean() }),
]);

const body = v.object({
  visitors: v.pipe(v.array(selected), v.minLength(1), v.maxLength(MANY_AT_MOST)),
  action: manyAction,
});

/**
 * Each request runs up to 25 transactions. The limit allows resolving, undoing and repeating for 500 visitors
 * without a pause.
 */
const LIMIT = { name: 'inbox-many', burst: 60, perMinute: 60 };

export const action = team.write(
  body,
  ({ visitors, action: asked }, { host, who, context }) =>
    actOnMany(host, traceOf(context, who), who, visitors, asked),
  LIMIT,
);
