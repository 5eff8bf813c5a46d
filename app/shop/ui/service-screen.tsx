import { type ReactNode, useId } from 'react';
import { langOf, type Translated } from '../../platform/lang-of.ts';
import { ServiceDetails } from './service-details.tsx';
import { Breadcrumb } from '../../ui/breadcrumb.tsx';
import type { CardService, Service, ShownService } from '../service.ts';
import { t } from '../../i18n/translate.ts';
import { describeUnit, formatPriceNote, formatShownAmount } from '../price.ts';
import './service-page.css';
import { Link } from 'react-router';
import { Icon } from '../../ui/icon.tsx';
import { ServiceCard } from './service-card.tsx';
import { useSite } from '../layout/use-site.ts';
import { PaymentMarks } from '../../ui/payment-marks.tsx';
import { formatDeliveryDays, formatRevisions } from '../format-terms.ts';
import type { Look } from '../pictures/looks.ts';

interface SectionChip extends Translated {
  readonly look: Look;
  readonly title: string;
  readonly path: string;
}

interface PurchasePanelProps {
  readonly service: Pick<
    ShownService,
    'title' | 'price' | 'deliveryDays' | 'revisions' | 'included' | 'fallbacks'
  >;
  readonly section: SectionChip;
  /** Nothing is shown when the ratings could not be read. */
  readonly rating: ReactNode;
  readonly contact: ReactNode;
}

interface NextStepsProps {
  readonly service: Pick<Service, 'deliveryDays' | 'revisions'>;
  readonly isOrderable: boolean;
  readonly usual: ReactNode;
  readonly proof: ReactNode;
}

interface RelatedServicesProps {
  readonly services: readonly CardService[];
  readonly section: { readonly title: string; readonly path: string };
}

interface BottomBarProps {
  readonly service: Pick<Service, 'title' | 'price' | 'fallbacks'>;
  readonly contact: ReactNode;
}

interface ServiceScreenProps {
  readonly service: ShownService;
  readonly isOrderable: boolean;
  readonly section: SectionChip;
  readonly related: readonly CardService[];
  readonly media: ReactNode;
  readonly rating: ReactNode;
  readonly reviews: ReactNode;
  readonly contact: ReactNode;
  readonly availability: ReactNode;
  readonly usual: ReactNode;
  readonly proof: ReactNode;
}

export function ServiceScreen(props: ServiceScreenProps) {
  const { service, section, related, media, rating, reviews, contact, availability } = props;
  const { isOrderable, usual, proof } = props;
  const crumbs = [
    { label: t('Home'), to: '/' },
    { label: t('All Services'), to: `/services#${service.area}` },
  ];
  return (
    // The key resets the state for another service: an empty form and a closed gallery.
    <main key={service.path} className="container-page pt-3 md:pt-4">
      <Breadcrumb crumbs={crumbs} current={service.title} lang={langOf(service, 'title')} />
      <div className="mt-2 grid gap-x-8 gap-y-5 md:grid-cols-[minmax(0,1fr)_320px] md:gap-y-0 lg:grid-cols-[minmax(0,1fr)_clamp(340px,35%,421px)] xl:gap-x-14">
        <div className="min-w-0">{media}</div>
        <div className="min-w-0 md:col-start-2 md:row-span-2 md:row-start-1">
          <PurchasePanel
            service={service}
            section={section}
            rating={rating}
            contact={
              <>
                {contact}
                {availability}
              </>
            }
          />
        </div>
        <div className="min-w-0">
          <section aria-labelledby="about-service" className="mt-9 md:mt-14">
            <h2 id="about-service" className="text-[clamp(26px,3vw,34px)]">
              {t('About this service')}
            </h2>
            <p
              dir="auto"
              lang={langOf(service, 'description')}
              className="mt-4 max-w-[43em] text-[17px] leading-[1.6] text-ink-2"
            >
              {service.description}
            </p>
          </section>
          <ServiceDetails service={service} />
          <NextSteps service={service} isOrderable={isOrderable} usual={usual} proof={proof} />
          {reviews}
        </div>
      </div>
      <RelatedServices services={related} section={section} />
      <BottomBar service={service} contact={contact} />
    </main>
  );
}

/**
 * The bar leaves room for the floating chat button at the end of the line. It stays inside the page's main part, so
 * that it does not cover the footer.
 */
function BottomBar({ service, contact }: BottomBarProps) {
  const { title, price } = service;
  // The price line above the bar has the whole note.
  const unit = describeUnit(price.unit);
  return (
    <div role="group" aria-label={t('Order {title}', { title })} className="bottom-bar md:hidden">
      <p className="bottom-price">
        <span className="block font-display text-[19px] leading-tight font-bold tracking-[-0.03em] tabular-nums">
          {formatShownAmount(price)}
        </span>
        <span
          dir="auto"
          lang={unit === '' ? langOf(service, 'note') : undefined}
          className="line-clamp-2 text-[12.5px] leading-tight text-ink-2"
        >
          {unit || price.note}
        </span>
        {price.tax && (
          <span dir="auto" className="line-clamp-2 text-[12.5px] leading-tight text-ink-2">
            {price.tax}
          </span>
        )}
      </p>
      <div>{contact}</div>
    </div>
  );
}

export function RelatedServices({ services, section }: RelatedServicesProps) {
  const id = useId();
  // The service is the only one of its section.
  if (services.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mt-18 md:mt-24 print:hidden">
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-1">
        <h2 id={id} className="text-[clamp(26px,3vw,34px)]">
          {t('Related services')}
        </h2>
        <Link
          to={section.path}
          className="inline-flex min-h-11 items-center gap-2 text-[15px] font-[650] text-primary hover:underline"
        >
          {t('All {title}', { title: section.title })} <Icon name="arrow-right" size={18} />
        </Link>
      </div>
      <ul className="grid gap-5 md:grid-cols-2 lg:grid-cols-3">
        {services.map((service) => (
          <li key={service.path} className="grid md:max-lg:[&:nth-child(3)]:hidden">
            <ServiceCard service={service} isInList />
          </li>
        ))}
      </ul>
    </section>
  );
}

function NextSteps({ service, isOrderable, usual, proof }: NextStepsProps) {
  const { deliveryDays, revisions } = service;
  const offered = t('Set in your offer');
  const beginning: readonly (readonly [string, string, ReactNode])[] = isOrderable
    ? [
        [
          t('You order'),
          t('Choose options and see the total first. Ask in the chat if in doubt.'),
          usual,
        ],
        [t('You pay'), t('Pay on your own order page, and send what we need.'), null],
      ]
    : [
        [t('You ask'), t('A person answers in the chat and finds out what you need.'), usual],
        [
          t('You agree'),
          t(
            'You get an offer with a price, a date and rounds of changes. Accept it with one click, then pay.',
          ),
          null,
        ],
      ];
  const steps: typeof beginning = [
    ...beginning,
    [
      t('You receive'),
      t('The files arrive on your own order page. Accept them there, or ask for changes.'),
      null,
    ],
  ];
  const known = [
    [
      t('Delivery date'),
      deliveryDays === null
        ? offered
        : t('{count, plural, one {# day} other {# days}} after payment', { count: deliveryDays }),
    ],
    [t('Rounds of changes'), revisions === null ? offered : String(revisions)],
  ] as const;
  // A direct order has no offer that could set them.
  const facts = isOrderable ? known.filter(([, value]) => value !== offered) : known;
  return (
    <section aria-labelledby="next-title" className="mt-9 md:mt-12">
      <h2 id="next-title" className="text-[clamp(24px,2.6vw,30px)]">
        {t('What happens next')}
      </h2>
      <ol className="mt-5 grid gap-3.5 lg:grid-cols-3">
        {steps.map(([title, text, more], index) => (
          <li
            key={title}
            className="flex gap-4 rounded-card bg-surface p-4 ring-1 ring-line lg:flex-col lg:gap-3 lg:p-5"
          >
            <span aria-hidden="true" className="step-number">
              {index + 1}
            </span>
            <div className="min-w-0">
              <h3 dir="auto" className="text-[18px]">
                {title}
              </h3>
              <p dir="auto" className="mt-1.5 text-[15px] leading-[1.5] text-ink-2">
                {text}
              </p>
              {more}
            </div>
          </li>
        ))}
      </ol>
      {facts.length > 0 && (
        <dl className="mt-4 flex flex-wrap gap-x-9 gap-y-3 text-[15px]">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt dir="auto" className="text-ink-2">
                {name}
              </dt>
              <dd className="font-semibold">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {proof}
    </section>
  );
}

/** The panel stays in view beside the page on wide screens. */
function PurchasePanel({ service, section, rating, contact }: PurchasePanelProps) {
  const { marks } = useSite();
  const terms = [
    formatDeliveryDays(service.deliveryDays),
    formatRevisions(service.revisions),
    service.included,
  ].filter(Boolean);
  return (
    <div className="purchase-panel rounded-panel bg-surface p-5 shadow-raised ring-1 ring-line lg:p-8">
      <Link
        dir="auto"
        lang={langOf(section, 'title')}
        to={section.path}
        viewTransition
        data-section={section.look}
        className="section-chip hover:underline"
      >
        {section.title}
      </Link>
      <h1
        dir="auto"
        lang={langOf(service, 'title')}
        className="mt-4 mb-3.5 text-[clamp(34px,3.4vw,48px)] [overflow-wrap:anywhere] hyphens-auto"
      >
        {service.title}
      </h1>
      {rating}
      <PriceLine service={service} />
      {terms.length > 0 && (
        <ul className="mb-5 grid gap-1.5 text-[15px] text-ink-2">
          {terms.map((term) => (
            <li key={term} className="flex items-center gap-2.5">
              <Icon name="check" size={18} className="text-primary" />
              {term}
            </li>
          ))}
        </ul>
      )}
      {contact}
      <PaymentMarks
        label={t('Accepted payments')}
        marks={marks.filter((mark) => mark !== 'paypal')}
        className="mt-6 justify-center"
      />
    </div>
  );
}

/** An example is '$1,750 | per book', with a large amount (rule 54). */
function PriceLine({ service }: { readonly service: Pick<Service, 'price' | 'fallbacks'> }) {
  const { price } = service;
  const note = formatPriceNote(price);
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 my-5 border-y border-line py-[18px]">
      <span className="font-display leading-none font-bold tracking-[-0.03em] tabular-nums text-[38px]">
        {formatShownAmount(price)}
      </span>
      {note && (
        <span className="text-[15px] text-ink-2">
          <span className="me-3 text-line-strong">{' | '}</span>
          <bdi lang={langOf(service, 'note')}>{note}</bdi>
        </span>
      )}
      {price.tax && (
        <span dir="auto" className="text-[15px] text-ink-2">
          {price.tax}
        </span>
      )}
    </p>
  );
}
