import * as v from 'valibot';
import { takeBackMessage } from '../server/messages/take-back-message.server.ts';
import { traceOf } from '../../portal/pages/form-answer.server.ts';
import { team } from '../../http/calls.server.ts';

const body = v.object({ number: v.pipe(v.number(), v.integer(), v.minValue(1)) });

const LIMIT = { name: 'inbox-take-back', burst: 30, perMinute: 30 };

export const action = team.write(
  body,
  async ({ number }, { host, who, id, context }) => {
    const viewer = { kind: 'member', member: who } as const;
    return { message: await takeBackMessage(host, traceOf(context, who), viewer, id, number) };
  },
  LIMIT,
);
