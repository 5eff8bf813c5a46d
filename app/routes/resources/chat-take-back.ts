import * as v from 'valibot';
import { takeBackMessage } from '../../conversation/say/take-back-message.server.ts';
import { forVisitor } from '../../conversation/wire/views.ts';
import { traceOf } from '../desk/form-answer.server.ts';
import { visitor } from './calls.server.ts';

const body = v.object({ number: v.pipe(v.number(), v.integer(), v.minValue(1)) });

const LIMIT = { name: 'chat-take-back', burst: 30, perMinute: 30 };

export const action = visitor.write(
  body,
  async ({ number }, { host, who, id, context }) => ({
    message: forVisitor(await takeBackMessage(host, traceOf(context), who, id, number)),
  }),
  LIMIT,
);
