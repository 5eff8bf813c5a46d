import { t } from '../../i18n/translate.ts';
import * as v from 'valibot';
import { JOB_LIST } from '../../platform/change/job-list.ts';
import { giveUp, sendAgain } from '../../platform/change/outbox.server.ts';
import { isUuid, uuid } from '../../platform/fields.ts';
import { formAction, whoMayOpen } from './form-action.server.ts';
import {
  changeList,
  changeRows,
  isListForm,
  LIST_FIELDS,
  LIST_FORMS,
  selectedRows,
} from './list-action.server.ts';

const LIMIT = { name: 'outbox-action', burst: 60, perMinute: 60 };

const wanted = v.variant('intent', [
  ...LIST_FORMS,
  v.object({ intent: v.literal('send-jobs-again'), row: selectedRows }),
  v.object({ intent: v.picklist(['send-again', 'give-up']), id: uuid }),
]);

export const action = formAction(
  wanted,
  { admit: whoMayOpen('/team/outbox'), limit: LIMIT, lists: LIST_FIELDS },
  async (sent, { appContext, trace, session }) => {
    if (isListForm(sent)) return changeList(JOB_LIST, sent, appContext, session.member);
    if (sent.intent === 'send-jobs-again') {
      return changeRows(sent.row.filter(isUuid), (id) => sendAgain(appContext, trace, id));
    }
    const { id, intent } = sent;
    await (intent === 'give-up' ? giveUp : sendAgain)(appContext, trace, id);
    return intent === 'give-up' ? t('Job discarded.') : t('The job is being sent again.');
  },
);
