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

const TAG_TONES = {
  grey: 'bg-sunken text-ink-2',
  blue: 'bg-soft text-soft-ink',
  sky: 'bg-sky text-ink',
  green: 'bg-success-tint text-success',
  amber: 'bg-amber-tint text-amber',
  red: 'bg-error-tint text-error',
} as const;

interface TagProps {
  readonly tone: keyof typeof TAG_TONES;
  readonly isShort?: boolean;
  readonly children: string;
}

export function Tag({ tone, isShort = false, children }: TagProps) {
  return (
    <span
      dir="auto"
      title={isShort ? children : undefined}
      className={`inline-block truncate rounded-[7px] px-1.5 text-[12.5px] leading-5 font-semibold forced-colors:border ${TAG_TONES[tone]} ${isShort ? 'max-w-20 shrink-0' : 'max-w-full'}`}
    >
      {children}
    </span>
  );
}
