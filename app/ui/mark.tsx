/** What it stands on where that is the same by day and night. */
type Ground = 'dark' | 'light';

/** Sail and hull. `light-dark()` has been decided at the root: no part of a page has a scheme of its own. */
const COLOURS = {
  page: ['var(--primary)', 'var(--ink)'],
  dark: ['#93a4ff', '#f4f2eb'],
  light: ['var(--brand)', 'var(--night)'],
} as const;

/** The two sails of the brand. */
export function Mark({ size = 32, ground }: { size?: number; ground?: Ground }) {
  return (
    <svg width={`${size / 16}rem`} viewBox="0 0 32 32" aria-hidden="true">
      <MarkShapes ground={ground} />
    </svg>
  );
}

/** The mark within another drawing, 32 by 32. */
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
