import * as v from 'valibot';
import { t } from '../../i18n/translate.ts';
import { anybody, formAction } from '../../portal/pages/form-action.server.ts';
import {
  asSubscriber,
  cancelSubscription,
  keepSubscription,
} from '../server/subscription/act-on-subscription.server.ts';

const LIMIT = { name: 'subscription', burst: 20, perMinute: 10 };

const form = v.object({ intent: v.picklist(['cancel', 'keep']) });

export const action = formAction(
  form,
  { admit: anybody, limit: LIMIT },
  async ({ intent }, { appContext, params: { secret = '' } }) => {
    if (intent === 'cancel') {
      await asSubscriber(appContext, secret, (turn) => cancelSubscription(turn));
      return t('The subscription is cancelled.');
    }
    await asSubscriber(appContext, secret, keepSubscription);
    return t('The subscription continues.');
  },
);
