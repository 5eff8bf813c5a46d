import type { RouterContextProvider } from 'react-router';
import * as v from 'valibot';
import { hostContext } from '../../host.ts';
import { giveUp, sendAgain } from '../../platform/change/manage-outbox.server.ts';
import type { OutboxQuery } from '../../platform/change/read-outbox.server.ts';
import { uuid } from '../../platform/fields.ts';
import { checkForm, readQuery } from '../../platform/read-form.ts';
import type { Member } from '../../team/members/member.ts';
import { traceOf } from './form-answer.server.ts';

const LIMIT = { name: 'outbox-action', burst: 60, perMinute: 60 };

const asked = v.object({
  state: v.fallback(v.picklist(['open', 'failed']), 'open'),
  kind: v.fallback(v.optional(v.pipe(v.string(), v.regex(/^[a-z][a-z-]{0,39}$/))), undefined),
  page: v.fallback(v.pipe(v.string(), v.regex(/^[1-9]\d{0,3}$/), v.transform(Number)), 1),
});

/** What /team/outbox is to show; what makes no sense in the address is left out. */
export function readOutboxQuery(request: Request): OutboxQuery {
  const { state, kind, page } = readQuery(request, asked);
  return { state, kind, page };
}

const wanted = v.object({
  intent: v.picklist(['send-again', 'give-up']),
  id: uuid,
});

/** What an admin does with one entry. Returns what to say about it; throws a refusal. */
export async function runOutboxAction(
  context: Readonly<RouterContextProvider>,
  admin: Member,
  form: FormData,
): Promise<string> {
  const host = context.get(hostContext);
  await host.limits.take(LIMIT, admin.id);
  const { id, intent } = checkForm(form, wanted);
  await (intent === 'give-up' ? giveUp : sendAgain)(host, traceOf(context, admin), id);
  return intent === 'give-up' ? 'It is given up.' : 'It is tried again now.';
}
