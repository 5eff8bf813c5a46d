import { randomUUID } from 'node:crypto';
import { data } from 'react-router';
import { appContextKey } from '../../app-context.ts';
import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { titleOf } from '../../shop/pages/page-meta.ts';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { ConfirmForm, FormButton } from '../../ui/form/form-button.tsx';
import { readSubscription } from '../server/subscription/read-subscription.server.ts';
import { findSubscriptionBySecret } from '../server/subscription/subscription-access.server.ts';
import { formatDay } from '../protocol/offer.ts';
import type { SubscriptionView } from '../protocol/subscriptions.ts';
import {
  SubscriptionFacts,
  SubscriptionHistory,
  SubscriptionPeriods,
  SubscriptionRequests,
  SubscriptionStateChip,
} from '../ui/subscription-details.tsx';
import type { Route } from './+types/subscription.ts';

export const handle = { messages: await loadMessages('orders', 'orders-protocol') };

export { action } from './subscription-actions.server.ts';

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  {
    title: titleOf(
      t('Subscription {number}', { number: loaderData?.subscription.number ?? '' }).trim(),
      matches[0].loaderData,
    ),
  },
  { name: 'robots', content: 'noindex' },
];

/** The secret in the address is the credential, as for orders. */
export async function loader({ context, params: { secret } }: Route.LoaderArgs) {
  const appContext = context.get(appContextKey);
  const id = await findSubscriptionBySecret(appContext.db, secret);
  const subscription = id === undefined ? null : await readSubscription(appContext, id, 'buyer');
  if (!subscription) throw data(null, { status: 404 });
  return { subscription, requestKey: randomUUID() };
}

/** Everybody with the link can see this page, so it shows no email address. */
export default function SubscriptionPage({ loaderData, actionData }: Route.ComponentProps) {
  const { subscription } = loaderData;
  return (
    <main className="container-page max-w-[760px] pt-10 md:pt-16">
      <h1 className="text-[clamp(38px,6vw,60px)] tracking-[-0.04em]">
        {t('Subscription {number}', { number: subscription.number })}
      </h1>
      <p className="mt-4">
        <SubscriptionStateChip state={subscription.state} />
      </p>
      <AnswerNotice answer={actionData} className="mt-5" />
      <PayNow subscription={subscription} />
      <SubscriptionFacts subscription={subscription} />
      <BuyerChoices subscription={subscription} />
      <SubscriptionRequests subscription={subscription} requestKey={loaderData.requestKey} />
      <SubscriptionPeriods subscription={subscription} />
      <SubscriptionHistory subscription={subscription} />
    </main>
  );
}

/** An unpaid period is paid at the payment service, or on the page of its order. */
function PayNow({
  subscription: { paymentPath, periods },
}: {
  readonly subscription: SubscriptionView;
}) {
  const open = periods.find(({ state }) => state === 'awaiting payment');
  const href = paymentPath ?? open?.path;
  if (href === undefined) return null;
  return (
    <p className="mt-6">
      <a href={href} className="button button-primary">
        {t('Pay now')}
      </a>
    </p>
  );
}

function BuyerChoices({ subscription }: { readonly subscription: SubscriptionView }) {
  const { may, lastDay } = subscription;
  const isEndedAtOnce = may.includes('stop-unpaid');
  return (
    <div className="mt-6 flex flex-wrap gap-3">
      {(may.includes('cancel') || isEndedAtOnce) && (
        <ConfirmForm
          label={t('Cancel subscription')}
          question={t('Cancel this subscription?')}
          text={
            isEndedAtOnce || lastDay === null
              ? t('The subscription ends now.')
              : t('The subscription ends on {day}. Until then, you can keep it.', {
                  day: formatDay(lastDay),
                })
          }
          fields={{ intent: 'cancel' }}
          doLabel={t('Cancel subscription')}
        />
      )}
      {may.includes('keep') && (
        <FormButton fields={{ intent: 'keep' }} className="button button-primary">
          {t('Keep subscription')}
        </FormButton>
      )}
    </div>
  );
}
