/** What the search box says: words to find, and by what to narrow them down. */
export interface SearchQuery {
  /** What is left beside the filters. */
  readonly text: string;
  readonly filters: readonly SearchFilter[];
}

export const FILTER_KINDS = ['topic', 'service', 'label', 'agent', 'after', 'before'] as const;

export type FilterKind = (typeof FILTER_KINDS)[number];

export interface SearchFilter {
  readonly kind: FilterKind;
  readonly value: string;
  /** As it stands in the box. */
  readonly written: string;
}

/** A visitor whom nobody has. */
export const NOBODY = 'nobody';

/** More are ignored: each is a question to the database. */
const FILTERS_AT_MOST = 8;

const FILTER = /(?<!\S)(topic|service|label|agent|after|before):(?:"([^"]*)"?|(\S+))/gi;

/** Words such as 'label:vip agent:"Maya Okafor" after:2026-11-01 lighthouse', in any order. */
export function parseSearch(typed: string): SearchQuery {
  const filters: SearchFilter[] = [];
  const text = typed.replaceAll(
    FILTER,
    (written, kind: string, quoted: string | undefined, plain: string | undefined) => {
      const value = (quoted ?? plain ?? '').trim();
      if (value !== '' && filters.length < FILTERS_AT_MOST) {
        filters.push({ kind: kind.toLowerCase() as FilterKind, value, written });
      }
      return ' ';
    },
  );
  return { text: text.replaceAll(/\s+/g, ' ').trim(), filters };
}

/** The same, as it is typed. */
export function writeFilter(kind: FilterKind, value: string): string {
  return /^[^\s"]+$/.test(value) ? `${kind}:${value}` : `${kind}:"${value.replaceAll('"', '')}"`;
}

/** The box without this filter. */
export function withoutFilter(typed: string, { written }: SearchFilter): string {
  return typed.replace(written, ' ').replaceAll(/\s+/g, ' ').trim();
}

/** A day of the calendar, or undefined for what is none. */
export function dayCalled(value: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(value)) return undefined;
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value) ? value : undefined;
}
