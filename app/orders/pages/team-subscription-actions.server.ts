import { redirect } from 'react-router';
import * as v from 'valibot';
import { t } from '../../i18n/translate.ts';
import { field, uuid } from '../../platform/fields.ts';
import { formAction, whoMayOpen } from '../../portal/pages/form-action.server.ts';
import { readSubscriptionNumber } from '../protocol/subscription-transitions.ts';
import { PRICE_MAX_LENGTH } from '../protocol/subscriptions.ts';
import { formatOrderNumber } from '../protocol/transitions.ts';
import { REASON_MAX_LENGTH } from '../rules.ts';
import { asSubscriptionMember } from '../server/subscription/act-on-subscription.server.ts';
import { requestWork } from '../server/subscription/request-work.server.ts';
import { actOnSubscription } from '../server/subscription/act-as-team.server.ts';

const LIMIT = { name: 'team-subscription', burst: 60, perMinute: 60 };

const form = v.variant('intent', [
  v.object({ intent: v.picklist(['pause', 'cancel', 'end']), why: field(REASON_MAX_LENGTH) }),
  v.object({ intent: v.picklist(['undo-pause', 'resume', 'keep']) }),
  v.object({ intent: v.literal('request'), key: uuid }),
  v.object({ intent: v.literal('plan-price'), price: field(PRICE_MAX_LENGTH) }),
]);

export const action = formAction(
  form,
  { admit: whoMayOpen('/team/subscriptions'), limit: LIMIT },
  async (sent, { appContext, trace, session, params }) => {
    // -1 matches no subscription.
    const number = readSubscriptionNumber(params.number ?? '') ?? -1;
    if (sent.intent === 'request') {
      const { key } = sent;
      const order = await asSubscriptionMember(appContext, trace, session.member, number, (turn) =>
        requestWork(turn, key),
      );
      return redirect(`/team/orders/${formatOrderNumber(order.number)}`);
    }
    await actOnSubscription(appContext, { trace, member: session.member }, number, sent);
    switch (sent.intent) {
      case 'pause':
        return t('The subscription will be paused at the end of the paid period.');
      case 'resume':
        return t('A new period starts today.');
      case 'cancel':
        return t('The subscription ends with the paid period.');
      case 'end':
        return t('The subscription has ended.');
      case 'plan-price':
        return t('The buyer is told of the new price.');
      default:
        sent.intent satisfies 'undo-pause' | 'keep';
        return t('The subscription continues.');
    }
  },
);
