import * as v from 'valibot';
import { needNoAnswer } from '../../conversation/say/need-no-answer.server.ts';
import { team } from './calls.server.ts';

/** The last message that was seen. */
const body = v.object({ number: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1e9)) });

/** 'No answer needed': what was said last ends the wait. */
export const action = team.write(body, ({ number }, { host, who, id }) =>
  needNoAnswer(host, who, id, number),
);
