type Ground = 'dark' | 'light';

/**
 * The colours of sail and hull. `light-dark()` is resolved at the root, so no part of a page can have its own
 * colour scheme.
 */
const COLOURS = {
  page: ['var(--primary)', 'var(--ink)'],
  dark: ['#93a4ff', '#f4f2eb'],
  light: ['var(--brand)', 'var(--night)'],
} as const;

export function Mark({ size = 32, ground }: { size?: number; ground?: Ground }) {
  return (
    <svg width={`${size / 16}rem`} viewBox="0 0 32 32" aria-hidden="true">
      <MarkShapes ground={ground} />
    </svg>
  );
}

export function MarkShapes({ ground }: { ground?: Ground | undefined }) {
  const [sail, hull] = COLOURS[ground ?? 'page'];
  return (
    <>
      <path d="M17 2.5C24 8 28.5 14.5 29.5 21H17Z" fill={sail} />
      <path d="M14.5 7C9 11 5.5 16 4 21H14.5Z" fill="var(--sun)" />
      <path
        d="M2.5 24H30C28 28.2 24.5 30 20.5 30H11C7 30 4 27.8 2.5 24Z"
        fill={hull}
        className="mark-hull"
      />
    </>
  );
}
