import { dateFormat } from '../../platform/formats.ts';
import { t, formatsNow } from '../../i18n/translate.ts';
import { formatDuration } from '../../platform/format-quantity.ts';
import type { Period } from '../protocol/report-period.ts';
import type { Comment, Report } from '../protocol/report.ts';
import {
  ENOUGH,
  formatEstimateError,
  formatCell,
  formatSeconds,
  labelConversations,
  labelDownload,
  labelFirstResponse,
  labelTable,
  type Cell,
  type ReportTable,
} from '../protocol/report-tables.ts';
import { Chart } from '../../ui/chart.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Stars } from '../../ui/stars.tsx';
import { PageSection } from '../../ui/page-section.tsx';
import { DownloadForm } from '../../ui/form/download-form.tsx';
import { HiddenFields } from '../../ui/form/form-button.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';

type ReportFiguresProps = Pick<Report, 'total' | 'waitingNow' | 'isEstimate'>;

export function ReportFigures({ total, waitingNow, isEstimate }: ReportFiguresProps) {
  const figures = figuresOf({ total, waitingNow, isEstimate });
  return (
    <dl className="mt-8 grid grid-cols-2 gap-3 md:grid-cols-3">
      {figures.map(({ name, value, note }) => (
        <div key={name} className="rounded-panel border border-line bg-surface p-4 md:p-5">
          <dt dir="auto" className="text-[14px] text-ink-2">
            {name}
          </dt>
          <dd className="mt-1 font-display text-[clamp(20px,4vw,32px)] leading-tight font-bold tracking-[-0.03em] tabular-nums">
            {value}
          </dd>
          <dd dir="auto" className="mt-1 text-[13.5px] text-ink-2 tabular-nums">
            {note}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function figuresOf({ total, waitingNow, isEstimate }: ReportFiguresProps) {
  const { firstResponse, resolution, satisfaction } = total;
  const percentile = (of: number, value: number | null) => {
    if (of < ENOUGH || value === null) {
      return t('{count, plural, one {{shown} measured} other {{shown} measured}}', {
        count: of,
        shown: of.toLocaleString(formatsNow()),
      });
    }
    const time = formatSeconds(value);
    if (!isEstimate) return t('9 of 10 within {time}', { time });
    return t('9 of 10 within {time} (both {estimated})', {
      time,
      estimated: formatEstimateError(),
    });
  };
  const satisfied = satisfaction.count > 0 ? satisfaction.satisfied / satisfaction.count : null;
  const messages = total.visitorMessages + total.teamMessages;
  const longest = waitingNow.longestSeconds;
  return [
    {
      name: t('First response'),
      value: figure('seconds', firstResponse.median, firstResponse.count),
      note: percentile(firstResponse.count, firstResponse.p90),
    },
    {
      name: t('Resolution'),
      value: figure('seconds', resolution.median, resolution.count),
      note: percentile(resolution.count, resolution.p90),
    },
    {
      name: t('Satisfied visitors'),
      value: figure('share', satisfied, satisfaction.count),
      note: t('{count, plural, one {{shown} rated} other {{shown} rated}}', {
        count: satisfaction.count,
        shown: satisfaction.count.toLocaleString(formatsNow()),
      }),
    },
    {
      name: t('Conversations'),
      value: total.conversations.toLocaleString(formatsNow()),
      note: t('{count, plural, one {{shown} message} other {{shown} messages}}', {
        count: messages,
        shown: messages.toLocaleString(formatsNow()),
      }),
    },
    {
      name: t('Unanswered'),
      value: total.unanswered.toLocaleString(formatsNow()),
      note: t('in this period'),
    },
    {
      name: t('Waiting now'),
      value: waitingNow.count.toLocaleString(formatsNow()),
      note:
        longest === null
          ? t('nobody is waiting')
          : t('the longest for {time}', { time: formatDuration(longest) }),
    },
  ];
}

const figure = (kind: 'seconds' | 'share', value: number | null, of: number) =>
  formatCell({ kind, value, of });

interface ReportSectionProps {
  readonly table: ReportTable;
  readonly period: Period;
}

export function ReportSection({ table, period }: ReportSectionProps) {
  const { name, title, rows } = table;
  return (
    <PageSection title={title}>
      {name === 'day' || name === 'hour' ? (
        <div className="grid gap-5 md:grid-cols-2">
          <ReportChart
            table={table}
            column={1}
            kind="bars"
            label={t('Conversations')}
            name={labelConversations(name)}
          />
          <ReportChart
            table={table}
            column={5}
            kind="line"
            label={t('Median first response')}
            name={labelFirstResponse(name)}
          />
        </div>
      ) : (
        <ShareBars rows={rows.slice(0, 10)} label={labelConversations(name)} />
      )}
      <details className="mt-4">
        <summary className="opener text-[15px] font-semibold text-primary">
          {labelTable(name)}
        </summary>
        <Figures table={table} />
      </details>
      <DownloadForm action="/team/reports/export" className="mt-2">
        <HiddenFields fields={{ table: name, from: period.from, to: period.to }} />
        <SubmitButton className="button button-line button-small py-1.5 whitespace-normal">
          {labelDownload(name)}
        </SubmitButton>
      </DownloadForm>
    </PageSection>
  );
}

function Figures({ table: { name, columns, rows } }: { table: ReportTable }) {
  return (
    <div
      className="mt-2 overflow-x-auto rounded-panel border border-line bg-surface focus-visible:outline-2"
      role="region"
      aria-label={labelTable(name)}
      tabIndex={0}
    >
      <table className="w-full text-left text-[14px] tabular-nums">
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column}
                scope="col"
                className="border-b border-line px-3 py-2 align-bottom font-semibold"
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...cells]) => (
            <tr key={first && formatCell(first)} className="border-b border-line last:border-0">
              <th scope="row" className="px-3 py-2 font-semibold whitespace-nowrap">
                {formatCellName(first)}
              </th>
              {cells.map((cell, index) => (
                <td key={columns[index + 1]} className="px-3 py-2 whitespace-nowrap">
                  {formatCell(cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface ReportChartProps {
  readonly table: ReportTable;
  readonly column: number;
  readonly kind: 'bars' | 'line';
  readonly label: string;
  /** The label with the grouping, for a reader who doesn't see the section's title. */
  readonly name: string;
}

function ReportChart({ table, column, kind, label, name }: ReportChartProps) {
  const points = table.rows.map((row) => ({
    name: formatCellName(row[0], SHORT_DAY),
    value: measured(row[column]),
  }));
  const isEmpty = points.every(({ value }) => value === null || value === 0);
  const format =
    kind === 'line' ? formatSeconds : (value: number) => value.toLocaleString(formatsNow());
  return (
    <figure className="min-w-0 rounded-panel border border-line bg-surface p-4">
      <figcaption className="text-[14px] font-semibold">{label}</figcaption>
      {isEmpty ? (
        <p className="mt-3 text-[14px] text-ink-2">
          {kind === 'line'
            ? t('Not enough answers to show a figure.')
            : t('No activity in this period.')}
        </p>
      ) : (
        <Chart
          title={t('{chart}; the figures are in the table below', { chart: name })}
          points={points}
          kind={kind}
          format={format}
          unit={kind === 'line' ? unitOf(points) : 1}
        />
      )}
    </figure>
  );
}

/** The axis also labels half of its maximum, and whole minutes would misstate three and a half minutes. */
function unitOf(points: readonly { readonly value: number | null }[]): number {
  const most = Math.max(0, ...points.map(({ value }) => value ?? 0));
  if (most > 2 * 60 * 60) return 60 * 60;
  return most > 2 * 60 ? 60 : 1;
}

const DAY = dateFormat({ dateStyle: 'medium', timeZone: 'UTC' });
/** A bar leaves no room for the year. */
const SHORT_DAY = dateFormat({
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

/** Shows a day as 'Nov 21, 2026', where the export has '2026-11-21'. */
function formatCellName(cell: Cell | undefined, day = DAY): string {
  if (!cell) return '';
  const text = formatCell(cell);
  return cell.kind === 'text' && /^\d{4}-\d\d-\d\d$/.test(text) ? day.format(new Date(text)) : text;
}

function measured(cell: Cell | undefined): number | null {
  if (!cell || cell.kind === 'text') return null;
  if (cell.kind === 'count') return cell.value;
  return cell.of < ENOUGH ? null : cell.value;
}

/** Long names need horizontal bars with the figures beside them. */
function ShareBars({ rows, label }: { rows: ReportTable['rows']; label: string }) {
  const most = Math.max(1, ...rows.map((row) => measured(row[1]) ?? 0));
  if (rows.length === 0) return <p className="text-ink-2">{t('No activity in this period.')}</p>;
  return (
    <ul className="list-card" aria-label={label}>
      {rows.map(([name, conversations, , , , response, , , , ratings, average]) => (
        <li key={name && formatCell(name)} className="px-4 py-3">
          <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-[15px]">
            <span className="min-w-0 font-semibold [overflow-wrap:anywhere]">
              <bdi>{name && formatCell(name)}</bdi>
            </span>
            <span className="tabular-nums">{conversations && formatCell(conversations)}</span>
          </p>
          <svg
            aria-hidden="true"
            viewBox="0 0 100 2"
            preserveAspectRatio="none"
            className="chart mt-1.5 block h-2 w-full"
          >
            <rect width="100" height="2" className="chart-track" />
            <rect
              width={((measured(conversations) ?? 0) / most) * 100}
              height="2"
              className="chart-bar"
            />
          </svg>
          <p className="mt-1.5 flex flex-wrap gap-x-5 text-[13.5px] text-ink-2 tabular-nums">
            <span>
              {t('First response:')} {response && formatCell(response)}
            </span>
            <span>
              {t('Rating:')} {average && formatCell(average)} ({ratings && formatCell(ratings)})
            </span>
          </p>
        </li>
      ))}
    </ul>
  );
}

export function RatingComments({ comments }: { comments: readonly Comment[] }) {
  return (
    <PageSection title={t('What visitors say')}>
      {comments.length === 0 ? (
        <p className="text-ink-2">{t('No comments in this period.')}</p>
      ) : (
        <ul className="list-card">
          {comments.map((comment) => (
            <li key={comment.conversationId} className="px-5 py-3.5">
              <p className="flex flex-wrap items-center gap-x-3 text-[14px] text-ink-2">
                <Stars rating={comment.score} size={16} />
                <span dir="auto" className="[overflow-wrap:anywhere]">
                  {comment.email}
                </span>
                {comment.agentName && (
                  <span>{t('answered by {agentName}', { agentName: comment.agentName })}</span>
                )}
                <DateTime at={comment.at} />
              </p>
              <p className="mt-1 [overflow-wrap:anywhere] whitespace-pre-wrap">
                <bdi>{comment.comment}</bdi>
              </p>
            </li>
          ))}
        </ul>
      )}
    </PageSection>
  );
}
