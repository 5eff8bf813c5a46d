import type { ReactNode } from 'react';
import { formatAmount, formatPriceNote } from '../price.ts';
import type { Service } from '../service.ts';
import './service-page.css';
import { say } from '../../platform/say.ts';

interface BottomBarProps {
  readonly service: Pick<Service, 'title' | 'price'>;
  readonly contact: ReactNode;
}

/**
 * The bar leaves room for the floating chat button at the end of the line. It stays inside the page's main part, so
 * that it does not cover the footer.
 */
export function BottomBar({ service: { title, price }, contact }: BottomBarProps) {
  return (
    <div role="group" aria-label={say('Order {title}', { title })} className="bottom-bar md:hidden">
      <p className="bottom-price">
        <span className="block font-display text-[19px] leading-tight font-bold tracking-[-0.03em] tabular-nums">
          {formatAmount(price)}
        </span>
        <span dir="auto" className="line-clamp-2 text-[12.5px] leading-tight text-ink-2">
          {formatPriceNote(price)}
        </span>
      </p>
      <div>{contact}</div>
    </div>
  );
}
