import { checkForm } from '../../platform/read-form.ts';
import { instant, text, uuid } from '../../platform/fields.ts';
import type { RouterContextProvider } from 'react-router';
import * as v from 'valibot';
import { hostContext } from '../../host.ts';
import { RefusedError } from '../../platform/errors.ts';
import { decideAboutReview } from '../../reviews/decide-about-review.server.ts';
import {
  MODERATION_REASON_IDS,
  NOTE_MAX_LENGTH,
  REPLY_MAX_LENGTH,
} from '../../reviews/moderation-reasons.ts';
import type { Member } from '../../team/members/member.ts';
import { traceOf } from './form-answer.server.ts';

const LIMIT = { name: 'moderation', burst: 60, perMinute: 60 };

const id = uuid;
const seen = v.union([v.literal(''), instant]);

const REPLY_TOO_LONG = `Please keep it under ${REPLY_MAX_LENGTH.toLocaleString('en-US')} characters`;

const request = v.variant('intent', [
  v.object({
    intent: v.literal('hide'),
    id,
    reason: v.picklist(MODERATION_REASON_IDS),
    note: text(NOTE_MAX_LENGTH, `Please keep it under ${NOTE_MAX_LENGTH} characters`),
  }),
  v.object({ intent: v.picklist(['show', 'dismiss']), id }),
  v.object({ intent: v.literal('reply'), id, seen, reply: text(REPLY_MAX_LENGTH, REPLY_TOO_LONG) }),
  v.object({ intent: v.literal('delete-reply'), id, seen }),
]);

/** What a moderator does on /team/reviews. Returns what to say about it; throws a refusal. */
export async function runReviewAction(
  context: Readonly<RouterContextProvider>,
  member: Member,
  form: FormData,
): Promise<string> {
  const host = context.get(hostContext);
  await host.limits.take(LIMIT, member.id);
  // Chosen from a list that begins with nothing: the one field that can be left out.
  if (form.get('intent') === 'hide' && form.get('reason') === '') {
    throw new RefusedError(400, 'Please choose one of the published reasons', 'reason');
  }
  const asked = checkForm(form, request);
  return decideAboutReview(host, traceOf(context, member), asked);
}
