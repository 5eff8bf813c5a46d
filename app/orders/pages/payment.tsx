import { Link } from 'react-router';
import { loadMessages } from '../../i18n/load-messages.ts';
import { Icon } from '../../ui/icon.tsx';
import { PaymentMarks } from '../../ui/payment-marks.tsx';
import { PUBLIC_PAGE_HEADERS } from '../../shop/pages/layout.tsx';
import { pageMeta } from '../../shop/pages/page-meta.ts';
import { useSite } from '../../shop/layout/use-site.ts';
import type { Route } from './+types/payment.ts';
import { t } from '../../i18n/translate.ts';

export const handle = { messages: await loadMessages('shop-pages') };

export const headers = () => PUBLIC_PAGE_HEADERS;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData, {
    title: t('Secure Payment'),
    description: t("Pay for the agreed service on our payment provider's page."),
    path: '/payment',
  });

export default function PaymentPage() {
  const { paymentLink, payLabel, marks } = useSite();
  return (
    <main className="container-page grid min-h-[64vh] place-items-center pt-10 md:pt-16">
      <div className="w-full max-w-[560px] rounded-panel rounded-se-[88px] bg-surface p-6 shadow-raised ring-1 ring-line md:rounded-se-[104px] md:p-12">
        <h1 id="secure-payment" className="pe-6 text-[clamp(36px,6vw,56px)] tracking-[-0.045em]">
          {t('Secure Payment')}
        </h1>
        <p className="mt-4 text-[17px] text-ink-2">
          {paymentLink
            ? t(
                "You pay on our payment provider's page, which opens in a new tab. We never see your card details.",
              )
            : t(
                'You pay for an order on its own page. The link to it is in the email that confirmed the order, and in your account.',
              )}
        </p>
        {paymentLink ? (
          <a
            href={paymentLink.href}
            target="_blank"
            aria-describedby="secure-payment"
            rel="noopener noreferrer"
            className="button button-primary mt-8 w-full text-[16px]"
          >
            {paymentLink.label}
            <Icon name="arrow-up-right" size={18} />
            <span className="sr-only">{t('(opens in a new tab)')}</span>
          </a>
        ) : (
          <Link to="/account" className="button button-primary mt-8 w-full text-[16px]">
            {payLabel}
          </Link>
        )}
        <PaymentMarks
          label={t('Accepted payments')}
          marks={marks}
          className="-mx-1 mt-7 justify-center max-sm:gap-1"
        />
      </div>
    </main>
  );
}
