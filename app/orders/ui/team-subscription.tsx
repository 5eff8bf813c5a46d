import { Link } from 'react-router';
import { msgIn, t } from '../../i18n/translate.ts';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { answeredField, type FormAnswer } from '../../ui/form/form-answer.ts';
import { ConfirmForm, FormButton } from '../../ui/form/form-button.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { PRICE_MAX_LENGTH, PRICE_NOTICE_DAYS } from '../protocol/subscriptions.ts';
import type { TeamSubscription } from '../server/subscription/read-subscription.server.ts';
import { OrderSection } from './order-section.tsx';
import {
  SubscriptionFacts,
  SubscriptionHistory,
  SubscriptionPeriods,
  SubscriptionRequests,
  SubscriptionStateChip,
} from './subscription-details.tsx';

interface TeamSubscriptionProps extends TeamSubscription {
  readonly answer: FormAnswer | undefined;
  readonly requestKey: string;
}

export function TeamSubscriptionView({
  subscription,
  buyer,
  conversationId,
  answer,
  requestKey,
}: TeamSubscriptionProps) {
  return (
    <div className="max-w-[760px]">
      <p className="mt-4">
        <SubscriptionStateChip state={subscription.state} />
      </p>
      <p className="mt-3 text-[15px] [overflow-wrap:anywhere]">
        {buyer ?? t('The buyer’s email address was erased.')}
        {conversationId && (
          <>
            {' · '}
            <Link to={`/agentchat?c=${conversationId}`} className="link">
              {t('Open the conversation')}
            </Link>
          </>
        )}
      </p>
      <AnswerNotice answer={answer} className="mt-5" />
      <SubscriptionFacts subscription={subscription} />
      <Choices subscription={subscription} />
      {subscription.may.includes('plan-price') && <PriceForm answer={answer} />}
      <SubscriptionRequests subscription={subscription} requestKey={requestKey} />
      <SubscriptionPeriods subscription={subscription} />
      <SubscriptionHistory subscription={subscription} />
    </div>
  );
}

function Choices({ subscription: { may, state } }: Pick<TeamSubscription, 'subscription'>) {
  const isUnpaid = state === 'past due';
  return (
    <div className="mt-6 flex flex-wrap gap-3">
      {(may.includes('plan-pause') || (isUnpaid && may.includes('pause'))) && (
        <ConfirmForm
          label={t(msgIn('subscription', 'Pause'))}
          question={t('Pause this subscription?')}
          text={
            isUnpaid
              ? t('The subscription is paused now, and its unpaid order is cancelled.')
              : t('The subscription is paused when the paid period ends.')
          }
          fields={{ intent: 'pause', why: '' }}
          doLabel={t(msgIn('subscription', 'Pause'))}
          tone="primary"
        />
      )}
      {may.includes('undo-pause') && (
        <FormButton fields={{ intent: 'undo-pause' }}>{t('Do not pause')}</FormButton>
      )}
      {may.includes('resume') && (
        <ConfirmForm
          label={t(msgIn('subscription', 'Resume'))}
          question={t('Resume this subscription?')}
          text={t('A new period starts today, and the buyer pays for it.')}
          fields={{ intent: 'resume' }}
          doLabel={t(msgIn('subscription', 'Resume'))}
          tone="primary"
        />
      )}
      {may.includes('keep') && (
        <FormButton fields={{ intent: 'keep' }}>{t('Keep subscription')}</FormButton>
      )}
      {may.includes('cancel') && (
        <ConfirmForm
          label={t('End with the period')}
          question={t('End this subscription?')}
          text={t('The subscription ends when the paid period ends.')}
          fields={{ intent: 'cancel', why: '' }}
          doLabel={t('End with the period')}
        />
      )}
      {may.includes('end') && (
        <ConfirmForm
          label={t('End now')}
          question={t('End this subscription now?')}
          text={t('The subscription ends now. A paid period is not refunded automatically.')}
          fields={{ intent: 'end', why: '' }}
          doLabel={t('End now')}
        />
      )}
    </div>
  );
}

function PriceForm({ answer }: { readonly answer: FormAnswer | undefined }) {
  const own = answer?.intent === 'plan-price' ? answer : undefined;
  return (
    <OrderSection id="subscription-price" title={t('Change the price')}>
      <ActionForm className="mt-3 flex flex-wrap items-end gap-3">
        <TextField
          {...answeredField(own)('price')}
          label={t('New price of one unit')}
          hint={t(
            'For periods that begin at least {days, plural, one {# day} other {# days}} from now. The buyer is told by email, and can cancel before.',
            { days: PRICE_NOTICE_DAYS },
          )}
          inputMode="decimal"
          autoComplete="off"
          maxLength={PRICE_MAX_LENGTH}
        />
        <SubmitButton name="intent" value="plan-price" className="button button-line">
          {t('Announce the price')}
        </SubmitButton>
      </ActionForm>
    </OrderSection>
  );
}
