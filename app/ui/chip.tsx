import type { ReactNode } from 'react';

const TONES = {
  plain: 'bg-sunken text-ink-2',
  amber: 'bg-amber-tint text-amber',
  success: 'bg-success-tint text-success',
  error: 'bg-error-tint text-error',
} as const;

export function Chip({
  tone = 'plain',
  children,
}: {
  readonly tone?: keyof typeof TONES;
  readonly children: ReactNode;
}) {
  return (
    <span
      className={`inline-block rounded-chip px-2.5 text-[13px] leading-[22px] font-semibold whitespace-nowrap ${TONES[tone]}`}
    >
      {children}
    </span>
  );
}
