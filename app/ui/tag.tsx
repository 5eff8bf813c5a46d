const TONES = {
  grey: 'bg-sunken text-ink-2',
  blue: 'bg-soft text-soft-ink',
  sky: 'bg-sky text-ink',
  green: 'bg-success-tint text-success',
  amber: 'bg-amber-tint text-amber',
  red: 'bg-error-tint text-error',
} as const;

interface TagProps {
  readonly tone: keyof typeof TONES;
  readonly isShort?: boolean;
  readonly children: string;
}

export function Tag({ tone, isShort = false, children }: TagProps) {
  return (
    <span
      dir="auto"
      title={isShort ? children : undefined}
      className={`inline-block truncate rounded-[7px] px-1.5 text-[12.5px] leading-5 font-semibold forced-colors:border ${TONES[tone]} ${isShort ? 'max-w-20 shrink-0' : 'max-w-full'}`}
    >
      {children}
    </span>
  );
}
