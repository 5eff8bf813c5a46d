import { t, formatsNow } from '../../i18n/translate.ts';
import { instant, isUuid, text, uuid } from '../../platform/fields.ts';
import * as v from 'valibot';
import { decideAboutReview } from '../server/decide-about-review.server.ts';
import { MODERATION_REASON_IDS, NOTE_MAX_LENGTH, REPLY_MAX_LENGTH } from '../moderation-reasons.ts';
import { formAction, whoMayOpen } from '../../portal/pages/form-action.server.ts';
import {
  changeList,
  changeRows,
  isListForm,
  LIST_FIELDS,
  LIST_FORMS,
  selectedRows,
} from '../../portal/pages/list-action.server.ts';
import { MODERATION_LIST } from '../moderation-list.ts';

const LIMIT = { name: 'moderation', burst: 60, perMinute: 60 };

const id = uuid;
const seen = v.union([v.literal(''), instant]);

const REPLY_TOO_LONG = () =>
  t('Use at most {count, plural, one {{shown} character} other {{shown} characters}}', {
    count: REPLY_MAX_LENGTH,
    shown: REPLY_MAX_LENGTH.toLocaleString(formatsNow()),
  });

const hidden = {
  // The select field begins with an empty option.
  reason: v.picklist(['', ...MODERATION_REASON_IDS]),
  note: text(NOTE_MAX_LENGTH, () =>
    t('Use at most {most, plural, one {# character} other {# characters}}', {
      most: NOTE_MAX_LENGTH,
    }),
  ),
};

const decision = v.variant('intent', [
  ...LIST_FORMS,
  v.object({ intent: v.literal('hide-reviews'), row: selectedRows, ...hidden }),
  v.object({ intent: v.picklist(['show-reviews', 'dismiss-reviews']), row: selectedRows }),
  v.object({
    intent: v.literal('hide'),
    id,
    ...hidden,
  }),
  v.object({ intent: v.picklist(['show', 'dismiss']), id }),
  v.object({ intent: v.literal('reply'), id, seen, reply: text(REPLY_MAX_LENGTH, REPLY_TOO_LONG) }),
  v.object({ intent: v.literal('delete-reply'), id, seen }),
]);

export const action = formAction(
  decision,
  { admit: whoMayOpen('/team/reviews'), limit: LIMIT, lists: LIST_FIELDS },
  (form, { appContext, trace, session }) => {
    if (isListForm(form)) return changeList(MODERATION_LIST, form, appContext, session.member);
    switch (form.intent) {
      case 'hide-reviews': {
        const { reason, note } = form;
        return changeRows(form.row.filter(isUuid), (id) =>
          decideAboutReview(appContext, trace, { intent: 'hide', id, reason, note }),
        );
      }
      case 'show-reviews':
      case 'dismiss-reviews': {
        const intent = form.intent === 'show-reviews' ? 'show' : 'dismiss';
        return changeRows(form.row.filter(isUuid), (id) =>
          decideAboutReview(appContext, trace, { intent, id }),
        );
      }
      default:
        return decideAboutReview(appContext, trace, form);
    }
  },
);
