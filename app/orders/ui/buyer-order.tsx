import type { ReactNode } from 'react';
import { useHref } from 'react-router';
import { t } from '../../i18n/translate.ts';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { SelectField, TextAreaField, TextField } from '../../ui/form/field.tsx';
import { type FormAnswer, answeredField } from '../../ui/form/form-answer.ts';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { Rich } from '../../ui/rich.tsx';
import { formatDueForBuyer } from '../protocol/due.ts';
import type { OrderView } from '../protocol/order-view.ts';
import type { Reviewable } from '../server/review/read-reviewable.server.ts';
import { BuyerActions, type Adding } from './buyer-actions.tsx';
import { MilestoneList } from './milestone-list.tsx';
import { MoneyBack } from './money-back.tsx';
import { Deliveries, OrderHistory } from './order-history.tsx';
import { OrderSteps } from './order-steps.tsx';
import { RequestedComments } from './proof/order-proofs.tsx';
import { OrderTerms } from './order-section.tsx';
import { Chip } from '../../ui/chip.tsx';
import { LateChip, OrderStateChip } from './order-state-chip.tsx';
import { PayOrder, type PayChoice } from './pay-order.tsx';
import { isBeingPaid, type Returned } from './payment-state.tsx';
import { useLastAnswer } from './use-last-answer.ts';
import { useReload } from './use-reload.ts';

interface ReviewPurchaseProps {
  readonly services: readonly Reviewable[];
  readonly answer: FormAnswer | undefined;
}

const STARS = [5, 4, 3, 2, 1];

interface BuyerOrderProps {
  readonly order: OrderView;
  /** Includes the URL of the payment page, once the buyer has asked for it. */
  readonly answer: (FormAnswer & { readonly href?: string | undefined }) | undefined;
  readonly choices: readonly PayChoice[];
  readonly bankDetails: string;
  /** Set if the buyer has just returned from the payment page. */
  readonly returned: Returned;
  /** False for members of a company who may not pay. */
  readonly mayPay?: boolean;
  readonly receiptPath: string;
  readonly adding: Adding;
  readonly reviewable: readonly Reviewable[];
  readonly children?: ReactNode;
}

/** Everybody with the link can see this page, so it shows no email address. */
export function BuyerOrder({
  order,
  answer: newest,
  choices,
  bankDetails,
  returned,
  mayPay = true,
  receiptPath,
  adding,
  reviewable,
  children,
}: BuyerOrderProps) {
  const receipt = useHref(receiptPath);
  const refunds = useHref('/refunds');
  useReload(isOver(order));
  const answer = useLastAnswer(newest, order.state);
  const isToBeAccepted = order.may.includes('complete');
  return (
    <main className="container-page max-w-[760px] pt-10 md:pt-16">
      <h1 className="text-[clamp(38px,6vw,60px)] tracking-[-0.04em]">
        {t('Order {number}', { number: order.number })}
      </h1>
      <p className="mt-4 flex flex-wrap items-center gap-2">
        {order.isTest && <Chip tone="amber">{t('Test order')}</Chip>}
        <OrderStateChip state={order.state} isRefundPending={order.pendingRefund > 0} />
        <LateChip due={order.due} />
      </p>
      {order.due && !isBeingPaid(order) && (
        <p className="mt-3 text-[17px] text-ink-2">{formatDueForBuyer(order.due)}</p>
      )}
      {children}
      <AnswerNotice answer={answer} className="mt-5" />
      {order.payable && mayPay && (
        <PayOrder
          order={order}
          payable={order.payable}
          choices={choices}
          bankDetails={bankDetails}
          returned={returned}
          answer={answer}
        />
      )}
      <MoneyBack order={order} reader="buyer" />
      <ReviewPurchase
        services={reviewable}
        answer={answer?.intent === 'review' ? answer : undefined}
      />
      {/* The delivery is shown above the form that accepts it. */}
      {isToBeAccepted && <Deliveries order={order} basePath={adding.basePath} />}
      <BuyerActions order={order} answer={answer} adding={adding} />
      <OrderSteps steps={order.steps} />
      <MilestoneList order={order} />
      <OrderTerms order={order} title={t('What you get')} />
      <RequestedComments comments={order.proofs.requested} basePath={adding.basePath} />
      <OrderHistory order={order} basePath={adding.basePath} isDeliveryShown={isToBeAccepted} />
      <p className="mt-8 flex flex-wrap gap-x-6 gap-y-2 text-[15px]">
        {order.isPaid && (
          <a className="link" href={receipt}>
            {t('Printable receipt')}
          </a>
        )}
        <a className="link" href={refunds}>
          {t('Refund policy')}
        </a>
      </p>
    </main>
  );
}

function isOver({ state, pendingRefund }: OrderView): boolean {
  return state === 'cancelled' || (state === 'refunded' && pendingRefund === 0);
}

/** Only buyers can write public reviews, so the page of a completed order asks for one. */
function ReviewPurchase({ services, answer }: ReviewPurchaseProps) {
  return services.map(({ path, title }) => {
    const own = answer?.typed.path === path ? answer : undefined;
    const field = answeredField(own);
    return (
      <section
        key={path}
        aria-label={t('Review {title}', { title })}
        className="mt-6 rounded-card bg-surface p-5 ring-1 ring-line"
      >
        <h2 className="text-[22px]">
          <Rich
            text={t('How was <service>{title}</service>?', { title })}
            parts={{ service: <bdi /> }}
          />
        </h2>
        <p className="mt-1 text-ink-2">
          {t(
            'Your review appears on the service’s page with the label ‘Verified purchase’. Your email address is never shown.',
          )}
        </p>
        <ActionForm className="mt-4 grid gap-4">
          <input type="hidden" name="path" value={path} />
          <SelectField
            {...field('rating')}
            label={t('Rating')}
            options={[
              { value: '0', name: t('Choose an option') },
              ...STARS.map((count) => ({
                value: String(count),
                name: t('{count, plural, one {# star} other {# stars}}', { count }),
              })),
            ]}
            defaultValue={own?.typed.rating ?? '0'}
          />
          <TextAreaField {...field('text')} label={t('Review')} rows={4} />
          <TextField
            {...field('name')}
            label={t('Name shown with your review')}
            autoComplete="name"
          />
          <div>
            <SubmitButton name="intent" value="review">
              {t('Post review')}
            </SubmitButton>
          </div>
        </ActionForm>
      </section>
    );
  });
}
