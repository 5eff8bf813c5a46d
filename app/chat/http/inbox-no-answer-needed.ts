import * as v from 'valibot';
import { needNoAnswer } from '../server/messages/need-no-answer.server.ts';
import { team } from '../../http/calls.server.ts';

/** The agent saw this message last. */
const body = v.object({ number: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1e9)) });

/** 'No answer needed' ends the visitor's wait without a reply. */
export const action = team.write(body, ({ number }, { host, who, id }) =>
  needNoAnswer(host, who, id, number),
);
