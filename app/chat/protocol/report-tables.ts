import { formatsNow, t, msg, english, type Sentence } from '../../i18n/translate.ts';
import { formatDuration } from '../../platform/format-quantity.ts';
import { daysOf, type Period, type Group, type Measures, type Report } from './report.ts';
import { ESTIMATE_ERROR } from './distribution.ts';

/** A smaller sample is not shown, because a single slow answer would dominate. */
export const ENOUGH = 5;

export type Cell =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'count'; readonly value: number }
  /** A figure computed from `of` measurements. It is shown only if there are enough of them. */
  | {
      readonly kind: 'seconds' | 'score' | 'share';
      readonly value: number | null;
      readonly of: number;
    };

export const TABLE_NAMES = ['day', 'hour', 'agent', 'topic', 'service'] as const;

export type TableName = (typeof TABLE_NAMES)[number];

export interface ReportTable {
  readonly name: TableName;
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

export const ESTIMATED = `±${ESTIMATE_ERROR * 100}%`;

const MEASURED: readonly Sentence[] = [
  msg('Conversations'),
  msg('Visitor messages'),
  msg('Team messages'),
  msg('Unanswered'),
  msg('First response, median'),
  msg('First response, 90th percentile'),
  msg('Resolution, median'),
  msg('Resolution, 90th percentile'),
  msg('Ratings'),
  msg('Average rating'),
  msg('Satisfied (4 or 5)'),
];

/** Columns that are estimates over several days, and that carry a unit in exports. */
const IN_SECONDS: readonly Sentence[] = MEASURED.filter((column) =>
  /median|percentile/.test(english(column)),
);

/** Builds the tables, so that the page and the export contain the same cells. */
export function toTables(report: Report, period: Period): ReportTable[] {
  const byDay = new Map(report.byDay.map((group) => [group.name, group]));
  const byHour = new Map(report.byHour.map((group) => [Number(group.name), group]));
  const exact = MEASURED.map((column) => t(column));
  const several = report.isEstimate
    ? MEASURED.map((column) =>
        IN_SECONDS.includes(column) ? `${t(column)} ${ESTIMATED}` : t(column),
      )
    : exact;
  return [
    {
      name: 'day',
      title: t('By day'),
      columns: [t('Day'), ...exact],
      rows: rowsOf(daysOf(period).map((name) => [name, byDay.get(name)])),
    },
    {
      name: 'hour',
      title: t('By hour of day'),
      columns: [t('Hour'), ...several],
      rows: rowsOf(HOURS.map((hour) => [hourName(hour), byHour.get(hour)])),
    },
    {
      name: 'agent',
      title: t('By agent'),
      columns: [t('Agent'), ...several],
      rows: rowsOf(named(report.byAgent, t('No agent'))),
    },
    {
      name: 'topic',
      title: t('By topic'),
      columns: [t('Topic'), ...several],
      rows: rowsOf(named(report.byTopic, t('No topic'))),
    },
    {
      name: 'service',
      title: t('By service'),
      columns: [t('Service'), ...several],
      rows: rowsOf(named(report.byService, t('No service page'))),
    },
  ];
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

export function hourName(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

/** Returns a rounded figure such as '45 s', '3 min', '2 h 5 min' or '3 d 4 h'. */
export function formatSeconds(seconds: number): string {
  const unit = seconds < 59.5 ? 1 : 60;
  return formatDuration(Math.round(seconds / unit) * unit, { hoursOfDays: true });
}

/** Formats a cell for reading. Too small a sample gives a note instead of a figure. */
export function formatCell(cell: Cell): string {
  if (cell.kind === 'text') return cell.text;
  if (cell.kind === 'count') return cell.value.toLocaleString(formatsNow());
  if (cell.of === 0 || cell.value === null) return '–';
  if (cell.of < ENOUGH) return t('too few to say');
  if (cell.kind === 'seconds') return formatSeconds(cell.value);
  return cell.kind === 'score' ? cell.value.toFixed(2) : `${Math.round(cell.value * 100)}%`;
}

/** Formats a cell for a spreadsheet: seconds and shares as numbers, empty for too small a sample. */
export function exportCell(cell: Cell): string {
  if (cell.kind === 'text') return cell.text;
  if (cell.kind === 'count') return String(cell.value);
  if (cell.value === null || cell.of < ENOUGH) return '';
  return cell.kind === 'seconds' ? String(Math.round(cell.value)) : cell.value.toFixed(2);
}

export function describeMissingDays({
  missingDays,
}: Pick<Report, 'missingDays'>): string | undefined {
  if (missingDays === 0) return undefined;
  return t(
    '{count, plural, one {One day of this period is still being counted and is} other {# days of this period are still being counted and are}} left out. Please read the report again in a minute.',
    { count: missingDays },
  );
}

export function exportColumns({ columns }: ReportTable): string[] {
  const inSeconds = IN_SECONDS.map((column) => t(column));
  return columns.map((column) =>
    inSeconds.some((each) => column.startsWith(each))
      ? t('{column} (seconds)', { column })
      : column,
  );
}

function named(groups: readonly Group[], without: string): [string, Group][] {
  return groups.map((group) => [group.name || without, group]);
}

function rowsOf(groups: readonly (readonly [string, Measures | undefined])[]): Cell[][] {
  return groups.map(([label, group]) => [{ kind: 'text', text: label }, ...cellsOf(group)]);
}

function cellsOf(group: Measures | undefined): Cell[] {
  const { firstResponse, resolution, satisfaction } = group ?? {};
  const answers = firstResponse?.count ?? 0;
  const resolved = resolution?.count ?? 0;
  const ratings = satisfaction?.count ?? 0;
  return [
    { kind: 'count', value: group?.conversations ?? 0 },
    { kind: 'count', value: group?.visitorMessages ?? 0 },
    { kind: 'count', value: group?.teamMessages ?? 0 },
    { kind: 'count', value: group?.unanswered ?? 0 },
    { kind: 'seconds', value: firstResponse?.median ?? null, of: answers },
    { kind: 'seconds', value: firstResponse?.p90 ?? null, of: answers },
    { kind: 'seconds', value: resolution?.median ?? null, of: resolved },
    { kind: 'seconds', value: resolution?.p90 ?? null, of: resolved },
    { kind: 'count', value: ratings },
    { kind: 'score', value: satisfaction?.average ?? null, of: ratings },
    {
      kind: 'share',
      value: ratings > 0 ? (satisfaction?.satisfied ?? 0) / ratings : null,
      of: ratings,
    },
  ];
}
