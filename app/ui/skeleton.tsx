/** Heights are classes, because the CSP of server-rendered pages forbids inline styles. */
const HEIGHTS = { 44: 'h-9', 56: 'h-12', 64: 'h-14' } as const;

interface SkeletonProps {
  readonly rows: number;
  /** The height of a row with its gap, in px. */
  readonly height: keyof typeof HEIGHTS;
  /** The text for screen readers, announced if loading takes a while. */
  readonly children: string;
}

/** Reserves the space of content that is loading, so that nothing moves later. */
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
