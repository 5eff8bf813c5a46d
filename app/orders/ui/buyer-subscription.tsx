import type { ReactNode } from 'react';
import { t } from '../../i18n/translate.ts';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import type { FormAnswer } from '../../ui/form/form-answer.ts';
import { ConfirmForm, FormButton } from '../../ui/form/form-button.tsx';
import { formatDay } from '../protocol/offer.ts';
import type { SubscriptionView } from '../protocol/subscriptions.ts';
import {
  SubscriptionFacts,
  SubscriptionHistory,
  SubscriptionPeriods,
  SubscriptionRequests,
  SubscriptionStateChip,
} from './subscription-details.tsx';

interface BuyerSubscriptionProps {
  readonly subscription: SubscriptionView;
  /** The idempotency key of 'New request'. */
  readonly requestKey: string;
  readonly answer: FormAnswer | undefined;
  /** False for members of a company who may not pay. */
  readonly mayPay?: boolean;
  readonly children?: ReactNode;
}

/** Everybody with the link can see this page, so it shows no email address. */
export function BuyerSubscription({
  subscription,
  requestKey,
  answer,
  mayPay = true,
  children,
}: BuyerSubscriptionProps) {
  return (
    <main className="container-page max-w-[760px] pt-10 md:pt-16">
      <h1 className="text-[clamp(38px,6vw,60px)] tracking-[-0.04em]">
        {t('Subscription {number}', { number: subscription.number })}
      </h1>
      <p className="mt-4">
        <SubscriptionStateChip state={subscription.state} />
      </p>
      {children}
      <AnswerNotice answer={answer} className="mt-5" />
      {mayPay && <PayNow subscription={subscription} />}
      <SubscriptionFacts subscription={subscription} />
      <BuyerChoices subscription={subscription} />
      <SubscriptionRequests subscription={subscription} requestKey={requestKey} />
      <SubscriptionPeriods subscription={subscription} />
      <SubscriptionHistory subscription={subscription} />
    </main>
  );
}

/** An unpaid period is paid at the payment service, or on the page of its order. */
function PayNow({
  subscription: { paymentPath, paymentLabel, periods },
}: {
  readonly subscription: SubscriptionView;
}) {
  const open = periods.find(({ state }) => state === 'awaiting payment');
  const href = paymentPath ?? open?.path;
  if (href === undefined) return null;
  return (
    <p className="mt-6">
      <a href={href} className="button button-primary">
        {paymentLabel ?? t('Pay now')}
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
