import type { ReactNode } from 'react';

interface SmallPageProps {
  readonly title: string;
  readonly children: ReactNode;
}

export function SmallPage({ title, children }: SmallPageProps) {
  return (
    <main className="container-page grid min-h-[64vh] place-items-center pt-10 md:pt-16">
      <div className="w-full max-w-[560px] rounded-panel rounded-se-[88px] bg-surface p-6 shadow-raised ring-1 ring-line md:rounded-se-[104px] md:p-12">
        <h1
          dir="auto"
          className="pe-12 text-[clamp(34px,5vw,50px)] leading-[1.02] tracking-[-0.04em]"
        >
          {title}
        </h1>
        {children}
      </div>
    </main>
  );
}
