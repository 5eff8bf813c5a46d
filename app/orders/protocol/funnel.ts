export const FUNNEL_STEPS = ['pages', 'forms', 'placed', 'paid'] as const;

export type FunnelCounts = Readonly<Record<(typeof FUNNEL_STEPS)[number], number>>;

/** The counts of one service on one day. Orders count on the day they were placed, also once they are paid. */
export interface FunnelRow extends FunnelCounts {
  readonly serviceId: string;
  readonly title: string;
  readonly day: string;
}

export interface FunnelGroup extends FunnelCounts {
  readonly name: string;
}

export interface FunnelView {
  readonly byDay: readonly FunnelGroup[];
  /** The services with the most views of their pages first. */
  readonly byService: readonly FunnelGroup[];
  readonly total: FunnelCounts;
  /** The total of the period before. */
  readonly before: FunnelCounts;
}

const SERVICES_SHOWN = 50;

export function toFunnelView(
  rows: readonly FunnelRow[],
  days: readonly string[],
  rowsBefore: readonly FunnelRow[] = [],
): FunnelView {
  const byDay = new Map(days.map((day) => [day, empty(day)]));
  const byService = new Map<string, FunnelGroup>();
  for (const row of rows) {
    const day = byDay.get(row.day);
    if (day) byDay.set(row.day, plus(day, row));
    byService.set(row.serviceId, plus(byService.get(row.serviceId) ?? empty(row.title), row));
  }
  const services = [...byService.values()].toSorted(
    (one, other) => other.pages - one.pages || other.placed - one.placed,
  );
  return {
    byDay: [...byDay.values()],
    byService: services.slice(0, SERVICES_SHOWN),
    total: sumOf(rows),
    before: sumOf(rowsBefore),
  };
}

function sumOf(rows: readonly FunnelRow[]): FunnelCounts {
  const { name: _, ...counts } = rows.reduce(plus, empty(''));
  return counts;
}

function empty(name: string): FunnelGroup {
  return { name, pages: 0, forms: 0, placed: 0, paid: 0 };
}

function plus(group: FunnelGroup, { pages, forms, placed, paid }: FunnelCounts): FunnelGroup {
  return {
    name: group.name,
    pages: group.pages + pages,
    forms: group.forms + forms,
    placed: group.placed + placed,
    paid: group.paid + paid,
  };
}
