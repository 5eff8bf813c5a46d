import type { ReactNode } from 'react';

interface MemberPageProps {
  readonly title: string;
  readonly lead: ReactNode;
  readonly children: ReactNode;
  readonly isWide?: boolean;
}

export function MemberPage({ title, lead, children, isWide = false }: MemberPageProps) {
  return (
    <main
      id="content"
      tabIndex={-1}
      className={`mx-auto px-5 pt-8 pb-20 outline-none md:px-8 ${isWide ? 'max-w-[1720px]' : 'max-w-[1120px]'}`}
    >
      <h1 dir="auto" className="text-[34px] tracking-[-0.035em]">
        {title}
      </h1>
      <p className="mt-2 max-w-[760px] text-[16px] text-ink-2">{lead}</p>
      {children}
    </main>
  );
}
