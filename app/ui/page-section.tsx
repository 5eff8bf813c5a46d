import type { ReactNode } from 'react';

interface SectionProps {
  readonly title: string;
  readonly count?: number;
  readonly children: ReactNode;
}

export function PageSection({ title, count, children }: SectionProps) {
  return (
    <section className="mt-11">
      <h2 className="text-[26px]">
        <bdi>{title}</bdi>
        {count !== undefined && <span className="ms-2.5 text-ink-3 tabular-nums">{count}</span>}
      </h2>
      <div className="mt-4">{children}</div>
    </section>
  );
}
