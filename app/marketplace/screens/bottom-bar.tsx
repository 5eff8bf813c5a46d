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
 * Price and CONTACT AGENT at the foot of a phone's screen, with room for the round chat button
 * that floats at its right end. It stays inside the page's main part and leaves the footer free.
 */
export function BottomBar({ service: { title, price }, contact }: BottomBarProps) {
  return (
    <div
      role="group"
      aria-label={say('Order {title}', { title })}
      className="bottom-bar sticky bottom-0 z-30 -mx-5 mt-12 flex min-h-[90px] items-center gap-3 border-t border-line bg-surface py-3 pe-[86px] ps-5 md:hidden"
    >
      <p className="w-[30%] max-w-28 min-w-16 shrink-0">
        <span className="block font-display text-[19px] leading-tight font-bold tracking-[-0.03em] tabular-nums">
          {formatAmount(price)}
        </span>
        <span className="line-clamp-2 text-[12.5px] leading-tight text-ink-2">
          {formatPriceNote(price)}
        </span>
      </p>
      <div className="min-w-0 flex-1">{contact}</div>
    </div>
  );
}
