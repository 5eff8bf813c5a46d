import { formatsNow, t, msg, english, type Sentence } from '../../i18n/translate.ts';
import { formatDuration } from '../../platform/format-quantity.ts';
import { formatPercent } from '../../platform/formats.ts';
import { daysOf, type Period } from './report-period.ts';
import type { Group, Measures, Report } from './report.ts';
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

const TITLES: Readonly<Record<TableName, () => string>> = {
  day: () => t('By day'),
  hour: () => t('By hour of day'),
  agent: () => t('By agent'),
  topic: () => t('By topic'),
  service: () => t('By service'),
};

/** Whole texts, because other languages change the case and the letters of a title inside a sentence. */
const TABLE_LABELS: Readonly<Record<TableName, Sentence>> = {
  day: msg('Table by day'),
  hour: msg('Table by hour of day'),
  agent: msg('Table by agent'),
  topic: msg('Table by topic'),
  service: msg('Table by service'),
};

const DOWNLOAD_LABELS: Readonly<Record<TableName, Sentence>> = {
  day: msg('Download table by day as CSV'),
  hour: msg('Download table by hour of day as CSV'),
  agent: msg('Download table by agent as CSV'),
  topic: msg('Download table by topic as CSV'),
  service: msg('Download table by service as CSV'),
};

const CONVERSATIONS_LABELS: Readonly<Record<TableName, Sentence>> = {
  day: msg('Conversations by day'),
  hour: msg('Conversations by hour of day'),
  agent: msg('Conversations by agent'),
  topic: msg('Conversations by topic'),
  service: msg('Conversations by service'),
};

export const labelTable = (name: TableName): string => t(TABLE_LABELS[name]);

export const labelDownload = (name: TableName): string => t(DOWNLOAD_LABELS[name]);

export const labelConversations = (name: TableName): string => t(CONVERSATIONS_LABELS[name]);

export const labelFirstResponse = (name: 'day' | 'hour'): string =>
  name === 'day' ? t('Median first response by day') : t('Median first response by hour of day');

/** The audit log may name a table that this version does not have. */
export function nameReportTable(name: string): string {
  return Object.hasOwn(TITLES, name) ? TITLES[name as TableName]() : name;
}

/** Returns for example '±2%'. */
export function formatEstimateError(): string {
  return `±${formatPercent(ESTIMATE_ERROR)}`;
}

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
        IN_SECONDS.includes(column)
          ? t('{column} {accuracy}', { column: t(column), accuracy: formatEstimateError() })
          : t(column),
      )
    : exact;
  return [
    {
      name: 'day',
      title: TITLES.day(),
      columns: [t('Day'), ...exact],
      rows: rowsOf(daysOf(period).map((name) => [name, byDay.get(name)])),
    },
    {
      name: 'hour',
      title: TITLES.hour(),
      columns: [t('Hour'), ...several],
      rows: rowsOf(HOURS.map((hour) => [hourName(hour), byHour.get(hour)])),
    },
    {
      name: 'agent',
      title: TITLES.agent(),
      columns: [t('Agent'), ...several],
      rows: rowsOf(named(report.byAgent, t('No agent'))),
    },
    {
      name: 'topic',
      title: TITLES.topic(),
      columns: [t('Topic'), ...several],
      rows: rowsOf(named(report.byTopic, t('No topic'))),
    },
    {
      name: 'service',
      title: TITLES.service(),
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
  if (cell.of < ENOUGH) return t('not enough data');
  if (cell.kind === 'seconds') return formatSeconds(cell.value);
  return cell.kind === 'score' ? cell.value.toFixed(2) : formatPercent(cell.value);
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
    '{count, plural, one {One day of this period is} other {# days of this period are}} still being counted and not included yet. Open the report again in a minute.',
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
