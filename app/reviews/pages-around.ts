/** The gaps have names, so that lists have keys. */
export type PageEntry = number | 'gap-before' | 'gap-after';

/** Up to seven pages, all numbers are shown. Otherwise the first, the last and those around the current one are. */
export function pagesAround(page: number, pageCount: number): PageEntry[] {
  if (pageCount <= 7) return range(1, pageCount);
  const from = Math.max(2, Math.min(page - 1, pageCount - 4));
  const to = Math.min(pageCount - 1, Math.max(page + 1, 5));
  return [
    1,
    ...(from > 2 ? (['gap-before'] as const) : []),
    ...range(from, to),
    ...(to < pageCount - 1 ? (['gap-after'] as const) : []),
    pageCount,
  ];
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
