import * as v from 'valibot';
import { markReadByVisitor } from '../server/messages/mark-read.server.ts';
import { visitor } from '../../http/calls.server.ts';

const body = v.object({ number: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1e9)) });

export const action = visitor.write(body, ({ number }, { host, id }) =>
  markReadByVisitor(host, id, number),
);
