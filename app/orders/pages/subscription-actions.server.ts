import { redirect } from 'react-router';
import * as v from 'valibot';
import { t } from '../../i18n/translate.ts';
import { uuid } from '../../platform/fields.ts';
import { anybody, formAction } from '../../portal/pages/form-action.server.ts';
import { pathOf } from '../server/access.server.ts';
import {
  asSubscriber,
  cancelSubscription,
  keepSubscription,
} from '../server/subscription/act-on-subscription.server.ts';
import { requestWork } from '../server/subscription/request-work.server.ts';

const LIMIT = { name: 'subscription', burst: 20, perMinute: 10 };

const form = v.variant('intent', [
  v.object({ intent: v.picklist(['cancel', 'keep']) }),
  v.object({ intent: v.literal('request'), key: uuid }),
]);

export const action = formAction(
  form,
  { admit: anybody, limit: LIMIT },
  async (sent, { appContext, params: { secret = '' } }) => {
    if (sent.intent === 'request') {
      const { key } = sent;
      const { id } = await asSubscriber(appContext, secret, (turn) => requestWork(turn, key));
      return redirect(await pathOf(appContext.db, id));
    }
    if (sent.intent === 'cancel') {
      await asSubscriber(appContext, secret, (turn) => cancelSubscription(turn));
      return t('The subscription is cancelled.');
    }
    await asSubscriber(appContext, secret, keepSubscription);
    return t('The subscription continues.');
  },
);
