import { BecalmedBoat } from './becalmed-boat.tsx';

interface EmptyStateProps {
  readonly title: string;
  readonly text: string;
  readonly heading?: 'h1' | 'h2' | 'h3';
  readonly children?: React.ReactNode;
}

export function EmptyState({ title, text, heading: Heading = 'h2', children }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center rounded-panel bg-surface px-6 py-12 text-center shadow-rest ring-1 ring-line">
      <BecalmedBoat />
      <Heading dir="auto" className="mt-4 text-[23px] tracking-[-0.02em] [overflow-wrap:anywhere]">
        {title}
      </Heading>
      <p dir="auto" className="mt-2 max-w-[26em] text-ink-2">
        {text}
      </p>
      {children && <div className="mt-6">{children}</div>}
    </div>
  );
}
