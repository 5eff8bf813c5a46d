import { t } from '../../i18n/translate.ts';
import * as v from 'valibot';
import { requireFreshProof } from '../../accounts/server/factors/prove.server.ts';
import { JOB_LIST } from '../../platform/change/job-list.ts';
import { giveUp, hasJobOf, sendAgain } from '../../platform/change/jobs.server.ts';
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
    const moneyKinds = appContext.modules.flatMap((module) => module.moneyKinds ?? []);
    if (sent.intent === 'give-up') {
      await giveUp(appContext, trace, sent.id, moneyKinds);
      return t('Job discarded.');
    }
    const ids = 'row' in sent ? sent.row.filter(isUuid) : [sent.id];
    // Returning money requires a recent confirmation of identity (rule 190).
    const names = moneyKinds.map(({ name }) => name);
    if (await hasJobOf(appContext.db, ids, names)) {
      requireFreshProof(session, appContext.clock);
    }
    if ('row' in sent) return changeRows(ids, (id) => sendAgain(appContext, trace, id));
    await sendAgain(appContext, trace, sent.id);
    return t('The job is being sent again.');
  },
);
