import { useEffect, type ReactNode } from 'react';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { Notice } from '../../ui/form/notice.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { titleOfMilestone, type OrderView, type PayableView } from '../protocol/order-view.ts';
import type { PaymentMethod } from '../protocol/payment-methods.ts';
import { formatMoney } from '../protocol/money.ts';
import { t } from '../../i18n/translate.ts';
import { mayPay, describePayment, type Returned } from './payment-state.tsx';
import { MilestoneField } from './milestone-list.tsx';
import { Rich } from '../../ui/rich.tsx';

export interface PayChoice {
  readonly method: PaymentMethod;
  readonly label: string;
  /** Only the payment link has a URL. The other methods start with a request to the server. */
  readonly href?: string;
}

interface PayOrderProps {
  readonly order: OrderView;
  readonly payable: PayableView;
  readonly choices: readonly PayChoice[];
  /** '' if the shop takes no bank transfers. */
  readonly bankDetails: string;
  readonly returned: Returned;
  readonly answer: { readonly href?: string | undefined } | undefined;
}

/** The payment happens on the page of a payment service, never on this site. */
export function PayOrder({
  order,
  payable,
  choices,
  bankDetails,
  returned,
  answer,
}: PayOrderProps) {
  const payAt = answer?.href;
  // Without JavaScript the buyer follows the link. Every answer navigates, because a repeated request returns
  // the same URL.
  useEffect(() => {
    if (answer?.href !== undefined) location.assign(answer.href);
  }, [answer]);
  const due = formatMoney(payable.amount, order.currency);
  const milestone = titleOfMilestone(order, payable.milestone);
  return (
    <section aria-labelledby="pay" className="mt-6 rounded-card bg-surface p-5 ring-1 ring-line">
      <h2 id="pay" className="text-[22px]">
        {milestone === undefined ? (
          t('Pay {amount}', { amount: due })
        ) : (
          <Rich
            text={t('Pay {amount} for “<name>{milestone}</name>”', { amount: due, milestone })}
            parts={{ name: <bdi /> }}
          />
        )}
      </h2>
      <PaymentNotice order={order} returned={returned} />
      {mayPay(order.payment, returned) && (
        <>
          {choices.length > 0 && (
            <Ways order={order} payable={payable} choices={choices} due={due} payAt={payAt} />
          )}
          {bankDetails !== '' && (
            <PayByTransfer details={bankDetails}>
              {choices.every(({ href }) => href === undefined) && (
                <PaymentReference due={due} order={order.number} />
              )}
            </PayByTransfer>
          )}
        </>
      )}
    </section>
  );
}

function PaymentNotice({ order, returned }: Pick<PayOrderProps, 'order' | 'returned'>) {
  const said = order.payment && describePayment(order.payment, returned);
  if (!said) return null;
  return (
    <div className="mt-3">
      <Notice kind={said.kind}>{t(said.text)}</Notice>
    </div>
  );
}

interface WaysProps extends Pick<PayOrderProps, 'order' | 'payable' | 'choices'> {
  readonly due: string;
  readonly payAt: string | undefined;
}

function Ways({ order, payable, choices, due, payAt }: WaysProps) {
  return (
    <>
      <p className="mt-2 text-ink-2">
        {t("You pay on our payment provider's page. We never see your card details.")}
      </p>
      {payAt !== undefined && (
        <p className="mt-4">
          <a className="button button-primary" href={payAt}>
            {t('Continue to payment')}
          </a>
        </p>
      )}
      <div className="mt-4 grid gap-4">
        {choices.map(({ method, label, href }) =>
          href ? (
            <PayByLink key={method} label={label} href={href} due={due} order={order.number} />
          ) : (
            <ActionForm key={method}>
              <input type="hidden" name="way" value={method} />
              <MilestoneField position={payable.milestone} />
              <SubmitButton name="intent" value="pay">
                {label}
              </SubmitButton>
            </ActionForm>
          ),
        )}
      </div>
    </>
  );
}

interface PayByTransferProps {
  readonly details: string;
  /** The payment link says the same above. */
  readonly children: ReactNode;
}

function PayByTransfer({ details, children }: PayByTransferProps) {
  return (
    <section aria-labelledby="pay-transfer" className="mt-5">
      <h3 id="pay-transfer" className="text-[17px]">
        {t('Bank transfer')}
      </h3>
      <p dir="auto" className="mt-1 whitespace-pre-line [overflow-wrap:anywhere]">
        {details}
      </p>
      {children}
    </section>
  );
}

/** A link and a transfer send no notifications, so the team marks the order as paid when the money arrives. */
function PaymentReference({ due, order }: Pick<PayByLinkProps, 'due' | 'order'>) {
  return (
    <p className="mt-2">
      <Rich
        text={t(
          "Pay <amount>{amount}</amount> with the reference <reference>{reference}</reference>. We'll mark the order as paid when the payment arrives.",
          { amount: due, reference: order },
        )}
        parts={{
          amount: <strong className="tabular-nums" />,
          reference: <strong className="whitespace-nowrap" />,
        }}
      />
    </p>
  );
}

interface PayByLinkProps {
  readonly label: string;
  readonly href: string;
  readonly due: string;
  /** The order's number, which the buyer enters as the payment reference. */
  readonly order: string;
}

function PayByLink({ label, href, due, order }: PayByLinkProps) {
  return (
    <div>
      <PaymentReference due={due} order={order} />
      <a
        href={href}
        target="_blank"
        rel="noopener noreferrer"
        className="button button-primary mt-3"
      >
        {label}
        <Icon name="arrow-up-right" size={18} />
        <span className="sr-only">{t('(opens in a new tab)')}</span>
      </a>
    </div>
  );
}
