import * as v from 'valibot';
import type { AppContext } from '../../app-context.ts';
import { t } from '../../i18n/translate.ts';
import { anybody, formAction } from '../../portal/pages/form-action.server.ts';
import type { BuyerKey } from '../server/access.server.ts';
import {
  asSubscriber,
  cancelSubscription,
  keepSubscription,
} from '../server/subscription/act-on-subscription.server.ts';

export const SUBSCRIBER_LIMIT = { name: 'subscription', burst: 20, perMinute: 10 };

export const subscriberForm = v.object({ intent: v.picklist(['cancel', 'keep']) });

/** Runs a form of the buyer's page. The key proves the buyer, and is checked again in the transaction. */
export async function runSubscriberForm(
  appContext: AppContext,
  key: BuyerKey,
  { intent }: v.InferOutput<typeof subscriberForm>,
): Promise<string> {
  if (intent === 'cancel') {
    await asSubscriber(appContext, key, (turn) => cancelSubscription(turn));
    return t('The subscription is cancelled.');
  }
  await asSubscriber(appContext, key, keepSubscription);
  return t('The subscription continues.');
}

export const action = formAction(
  subscriberForm,
  { admit: anybody, limit: SUBSCRIBER_LIMIT },
  (sent, { appContext, params: { secret = '' } }) => runSubscriberForm(appContext, secret, sent),
);
