import { t } from '../../i18n/translate.ts';
import * as v from 'valibot';
import { giveUp, sendAgain, type JobQuery } from '../../platform/change/outbox.server.ts';
import { uuid } from '../../platform/fields.ts';
import { readQuery } from '../../platform/read-form.ts';
import { formAction, whoMayOpen } from './form-action.server.ts';

const LIMIT = { name: 'outbox-action', burst: 60, perMinute: 60 };

const asked = v.object({
  state: v.fallback(v.picklist(['open', 'failed']), 'open'),
  kind: v.fallback(v.optional(v.pipe(v.string(), v.regex(/^[a-z][a-z-]{0,39}$/))), undefined),
  page: v.fallback(v.pipe(v.string(), v.regex(/^[1-9]\d{0,3}$/), v.transform(Number)), 1),
});

/** Invalid values are ignored. */
export function readJobQuery(request: Request): JobQuery {
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
  async ({ id, intent }, { appContext, trace }) => {
    await (intent === 'give-up' ? giveUp : sendAgain)(appContext, trace, id);
    return intent === 'give-up' ? t('It is given up.') : t('It is tried again now.');
  },
);
