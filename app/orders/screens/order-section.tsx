import type { ReactNode } from 'react';

interface OrderSectionProps {
  /** Of the heading, which names the section. */
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}

/** A part of an order's page, or of what is known of payments, under its heading. */
export function OrderSection({ id, title, children }: OrderSectionProps) {
  return (
    <section aria-labelledby={id} className="mt-8">
      <h2 dir="auto" id={id} className="text-[22px]">
        {title}
      </h2>
      {children}
    </section>
  );
}
