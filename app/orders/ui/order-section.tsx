import type { ReactNode } from 'react';

interface OrderSectionProps {
  /** The id of the heading, which labels the section. */
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}

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
