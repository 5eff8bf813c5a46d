import { redirect } from 'react-router';
import * as v from 'valibot';
import type { AppContext } from '../../app-context.ts';
import { t } from '../../i18n/translate.ts';
import { uuid } from '../../platform/fields.ts';
import { anybody, formAction } from '../../portal/pages/form-action.server.ts';
import { formatOrderNumber } from '../protocol/transitions.ts';
import { pathOf, type BuyerKey } from '../server/access.server.ts';
import {
  asSubscriber,
  cancelSubscription,
  keepSubscription,
} from '../server/subscription/act-on-subscription.server.ts';
import { requestWork } from '../server/subscription/request-work.server.ts';

export const SUBSCRIBER_LIMIT = { name: 'subscription', burst: 20, perMinute: 10 };

export const subscriberForm = v.variant('intent', [
  v.object({ intent: v.picklist(['cancel', 'keep']) }),
  v.object({ intent: v.literal('request'), key: uuid }),
]);

/**
 * Runs a form of the buyer's page. The key proves the buyer, and is checked again in the transaction. A request leads to
 * the page of its order.
 */
export async function runSubscriberForm(
  appContext: AppContext,
  key: BuyerKey,
  sent: v.InferOutput<typeof subscriberForm>,
): Promise<string | Response> {
  if (sent.intent === 'request') {
    const { id, number } = await asSubscriber(appContext, key, (turn) =>
      requestWork(turn, sent.key),
    );
    const path =
      typeof key === 'string'
        ? await pathOf(appContext.db, id)
        : `/account/orders/${formatOrderNumber(number)}`;
    return redirect(path);
  }
  if (sent.intent === 'cancel') {
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
