import * as v from 'valibot';
import { takeBackMessage } from '../server/messages/take-back-message.server.ts';
import { forVisitor } from '../protocol/views.ts';
import { traceOf } from '../../portal/pages/form-answer.server.ts';
import { visitor } from '../../http/calls.server.ts';

const body = v.object({ number: v.pipe(v.number(), v.integer(), v.minValue(1)) });

const LIMIT = { name: 'chat-take-back', burst: 30, perMinute: 30 };

export const action = visitor.write(
  body,
  async ({ number }, { host, who, id, context }) => ({
    message: forVisitor(await takeBackMessage(host, traceOf(context), who, id, number)),
  }),
  LIMIT,
);
