import type { ReactNode } from 'react';

interface MemberPageProps {
  readonly title: string;
  readonly lead: ReactNode;
  readonly children: ReactNode;
}

/** A page of the team beside the dashboard: what it is, and a column of sections. */
export function MemberPage({ title, lead, children }: MemberPageProps) {
  return (
    <main
      id="content"
      tabIndex={-1}
      className="mx-auto max-w-[1120px] px-5 pt-8 pb-20 outline-none md:px-8"
    >
      <h1 className="text-[34px] tracking-[-0.035em]">{title}</h1>
      <p className="mt-2 text-[16px] text-ink-2">{lead}</p>
      {children}
    </main>
  );
}
