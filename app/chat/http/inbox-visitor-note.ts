import * as v from 'valibot';
import {
  saveVisitorNote,
  VISITOR_NOTE_TOO_LONG,
} from '../server/contacts/save-visitor-note.server.ts';
import { VISITOR_NOTE_MAX_LENGTH } from '../protocol/person.ts';
import { text } from '../../platform/fields.ts';
import { traceOf } from '../../portal/pages/form-answer.server.ts';
import { PERSON_LIMIT, teamAboutVisitor } from '../../http/calls.server.ts';

const body = v.object({
  text: text(VISITOR_NOTE_MAX_LENGTH, VISITOR_NOTE_TOO_LONG),
  version: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000_000)),
});

export const action = teamAboutVisitor.write(
  body,
  async (sent, { host, who, id, context }) => ({
    note: await saveVisitorNote(host, traceOf(context, who), who, { visitorId: id, ...sent }),
  }),
  PERSON_LIMIT,
);
