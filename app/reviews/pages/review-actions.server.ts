import { t, formatsNow } from '../../i18n/translate.ts';
import { instant, text, uuid } from '../../platform/fields.ts';
import * as v from 'valibot';
import { decideAboutReview } from '../server/decide-about-review.server.ts';
import { MODERATION_REASON_IDS, NOTE_MAX_LENGTH, REPLY_MAX_LENGTH } from '../moderation-reasons.ts';
import { formAction, whoMayOpen } from '../../portal/pages/form-action.server.ts';

const LIMIT = { name: 'moderation', burst: 60, perMinute: 60 };

const id = uuid;
const seen = v.union([v.literal(''), instant]);

const REPLY_TOO_LONG = () =>
  t('Use at most {count, plural, one {{shown} character} other {{shown} characters}}', {
    count: REPLY_MAX_LENGTH,
    shown: REPLY_MAX_LENGTH.toLocaleString(formatsNow()),
  });

const decision = v.variant('intent', [
  v.object({
    intent: v.literal('hide'),
    id,
    // The select field begins with an empty option.
    reason: v.picklist(['', ...MODERATION_REASON_IDS]),
    note: text(NOTE_MAX_LENGTH, () =>
      t('Use at most {most, plural, one {# character} other {# characters}}', {
        most: NOTE_MAX_LENGTH,
      }),
    ),
  }),
  v.object({ intent: v.picklist(['show', 'dismiss']), id }),
  v.object({ intent: v.literal('reply'), id, seen, reply: text(REPLY_MAX_LENGTH, REPLY_TOO_LONG) }),
  v.object({ intent: v.literal('delete-reply'), id, seen }),
]);

export const action = formAction(
  decision,
  { admit: whoMayOpen('/team/reviews'), limit: LIMIT },
  (form, { appContext, trace }) => decideAboutReview(appContext, trace, form),
);
