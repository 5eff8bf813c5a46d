import * as v from 'valibot';
import { formAction, whoMayOpen } from '../../portal/pages/form-action.server.ts';
import {
  changeList,
  changeRows,
  isListForm,
  LIST_FIELDS,
  LIST_FORMS,
  selectedRows,
} from '../../portal/pages/list-action.server.ts';
import { SUBSCRIPTION_LIST } from '../protocol/subscription-list.ts';
import { readSubscriptionNumber } from '../protocol/subscription-transitions.ts';
import { actOnSubscription } from '../server/subscription/act-as-team.server.ts';

const LIMIT = { name: 'team-subscription', burst: 60, perMinute: 60 };

const form = v.variant('intent', [
  ...LIST_FORMS,
  v.object({ intent: v.picklist(['pause', 'cancel']), row: selectedRows }),
]);

/** The actions of the list of subscriptions. */
export const action = formAction(
  form,
  { admit: whoMayOpen('/team/subscriptions'), limit: LIMIT, lists: LIST_FIELDS },
  (sent, { appContext, session: { member }, trace }) => {
    if (isListForm(sent)) return changeList(SUBSCRIPTION_LIST, sent, appContext, member);
    const { intent } = sent;
    return changeRows(sent.row, (row) =>
      // -1 matches no subscription.
      actOnSubscription(appContext, { trace, member }, readSubscriptionNumber(row) ?? -1, {
        intent,
        why: '',
      }),
    );
  },
);
