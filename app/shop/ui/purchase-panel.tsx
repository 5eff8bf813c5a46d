import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { PaymentMarks } from '../../ui/payment-marks.tsx';
import { Icon } from '../../ui/icon.tsx';
import { sayDays, sayRevisions } from '../say-terms.ts';
import { langOf } from '../../catalogue/protocol/lang-of.ts';
import { formatAmount, formatPriceNote } from '../price.ts';
import type { Look } from '../pictures/looks.ts';
import type { Service } from '../service.ts';
import { say } from '../../platform/say.ts';

export interface SectionChip {
  readonly look: Look;
  readonly title: string;
  readonly path: string;
}

interface PurchasePanelProps {
  readonly service: Pick<Service, 'title' | 'price' | 'deliveryDays' | 'revisions' | 'inSource'>;
  readonly section: SectionChip;
  /** Nothing is shown when the ratings could not be read. */
  readonly rating: ReactNode;
  readonly contact: ReactNode;
}

/** The panel stays in view beside the page on wide screens. */
export function PurchasePanel({ service, section, rating, contact }: PurchasePanelProps) {
  const terms = [sayDays(service.deliveryDays), sayRevisions(service.revisions)].filter(Boolean);
  return (
    <div className="purchase-panel rounded-panel bg-surface p-5 shadow-raised ring-1 ring-line lg:p-8">
      <Link
        dir="auto"
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
      <PriceLine price={service.price} />
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
        label={say('Accepted payments')}
        marks={['visa', 'mastercard', 'amex', 'apple-pay']}
        className="mt-6 justify-center"
      />
    </div>
  );
}

/** An example is '$1,750 | per book', with a large amount (rule 54). */
function PriceLine({ price }: Pick<Service, 'price'>) {
  const note = formatPriceNote(price);
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 my-5 border-y border-line py-[18px]">
      <span className="font-display leading-none font-bold tracking-[-0.03em] tabular-nums text-[38px]">
        {formatAmount(price)}
      </span>
      {note && (
        <span className="text-[15px] text-ink-2">
          <span className="me-3 text-line-strong">{' | '}</span>
          <bdi>{note}</bdi>
        </span>
      )}
    </p>
  );
}
