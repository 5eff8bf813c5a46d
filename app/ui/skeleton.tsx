/** By classes: pages that come from the server may not carry styles of their own (their CSP). */
const HEIGHTS = { 44: 'h-9', 56: 'h-12', 64: 'h-14' } as const;

interface SkeletonProps {
  /** How many rows there are likely to be. */
  readonly rows: number;
  /** Of a row in px, with the gap to the next. */
  readonly height: keyof typeof HEIGHTS;
  /** Said once it lasts, for those who cannot see it. */
  readonly children: string;
}

/** Where something is about to stand, in its size, so that nothing moves when it comes. */
export function Skeleton({ rows, height, children }: SkeletonProps) {
  return (
    <div role="status" className="relative grid content-start gap-2">
      <span className="sr-only">{children}</span>
      {Array.from({ length: rows }, (_, row) => (
        <span
          key={row}
          aria-hidden="true"
          className={`rounded-[10px] bg-[color-mix(in_srgb,var(--ink)_7%,transparent)] motion-safe:animate-pulse forced-colors:border ${HEIGHTS[height]}`}
        />
      ))}
    </div>
  );
}
