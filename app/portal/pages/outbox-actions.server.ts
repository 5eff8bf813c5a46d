import { say } from '../../platform/say.ts';
import * as v from 'valibot';
import { giveUp, sendAgain } from '../../platform/change/manage-outbox.server.ts';
import type { OutboxQuery } from '../../platform/change/read-outbox.server.ts';
import { uuid } from '../../platform/fields.ts';
import { readQuery } from '../../platform/read-form.ts';
import { formAction } from './form-action.server.ts';
import { whoMayOpen } from './form-door.server.ts';

const LIMIT = { name: 'outbox-action', burst: 60, perMinute: 60 };

const asked = v.object({
  state: v.fallback(v.picklist(['open', 'failed']), 'open'),
  kind: v.fallback(v.optional(v.pipe(v.string(), v.regex(/^[a-z][a-z-]{0,39}$/))), undefined),
  page: v.fallback(v.pipe(v.string(), v.regex(/^[1-9]\d{0,3}$/), v.transform(Number)), 1),
});

/** Invalid values are ignored. */
export function readOutboxQuery(request: Request): OutboxQuery {
  const { state, kind, page } = readQuery(request, asked);
  return { state, kind, page };
}

const wanted = v.object({
  intent: v.picklist(['send-again', 'give-up']),
  id: uuid,
});

export const action = formAction(
  wanted,
  { admit: whoMayOpen('/team/outbox'), limit: LIMIT },
  async ({ id, intent }, { host, trace }) => {
    await (intent === 'give-up' ? giveUp : sendAgain)(host, trace, id);
    return intent === 'give-up' ? say('It is given up.') : say('It is tried again now.');
  },
);
