import { Link } from 'react-router';
import { formatsNow, t } from '../../i18n/translate.ts';
import { minorDigits } from '../../platform/minor-digits.ts';
import { Chart } from '../../ui/chart.tsx';
import { DownloadForm } from '../../ui/form/download-form.tsx';
import { HiddenFields } from '../../ui/form/form-button.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { PageSection } from '../../ui/page-section.tsx';
import type { Currency } from '../../platform/currencies.ts';
import type { RevenueCell, RevenueReportView, RevenueTable } from '../protocol/revenue-report.ts';

interface RevenueReportProps {
  readonly report: RevenueReportView;
  /** The parameters of the exports: period, comparison and currency. */
  readonly fields: Readonly<Record<string, string>>;
}

export function RevenueReport({ report, fields }: RevenueReportProps) {
  const { summary, figures, tables } = report;
  return (
    <>
      <section aria-labelledby="summary" className="mt-8">
        <h2 id="summary" className="sr-only">
          {t('Summary')}
        </h2>
        <ul className="max-w-[47em] space-y-1.5 text-[17px]">
          {summary.map((sentence) => (
            <li key={sentence} dir="auto">
              {sentence}
            </li>
          ))}
        </ul>
      </section>
      <dl className="mt-6 grid grid-cols-2 gap-3 lg:grid-cols-4">
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
      {tables.map((table) => (
        <PageSection key={table.name} title={table.title}>
          {table.note && (
            <p dir="auto" className="mb-3 max-w-[47em] text-[14px] text-ink-2">
              {table.note}
            </p>
          )}
          {table.name === 'time' && <RevenueChart report={report} />}
          {table.name === 'recurring' && <RecurringChart report={report} />}
          {table.rows.length === 0 ? (
            <p className="text-ink-2">{table.empty}</p>
          ) : (
            <>
              <Rows table={table} isFolded={table.name === 'time'} />
              <DownloadForm action="/team/reports/revenue/export" className="mt-3">
                <HiddenFields fields={{ ...fields, table: table.name }} />
                <SubmitButton className="button button-line button-small py-1.5 whitespace-normal">
                  {t('Download “{table}” as CSV', { table: table.title })}
                </SubmitButton>
              </DownloadForm>
            </>
          )}
        </PageSection>
      ))}
    </>
  );
}

/** Axes have no room for cents. */
function axisFormat(currency: Currency): (amount: number) => string {
  const format = new Intl.NumberFormat(formatsNow(), {
    style: 'currency',
    currency,
    notation: 'compact',
    maximumFractionDigits: 1,
    minimumFractionDigits: 0,
  });
  return (amount) => format.format(amount / 10 ** minorDigits(currency));
}

function RevenueChart({ report: { chart, currency } }: { readonly report: RevenueReportView }) {
  const { points, before, beforeName } = chart;
  if ([...points.map(({ value }) => value), ...before].every((value) => value === 0)) {
    return <p className="mb-3 text-ink-2">{t('No revenue in this period or the one before.')}</p>;
  }
  return (
    <figure className="max-w-[760px] rounded-panel border border-line bg-surface p-4">
      <Chart
        title={t('Revenue over time, compared with {period}; the figures are in the table below', {
          period: beforeName,
        })}
        points={points}
        before={before}
        kind="bars"
        format={axisFormat(currency)}
        unit={10 ** minorDigits(currency)}
      />
      <figcaption className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-[13.5px] text-ink-2">
        <span className="flex items-center gap-2">
          <svg aria-hidden="true" viewBox="0 0 24 10" className="chart h-2.5 w-6">
            <rect width="24" height="10" rx="2" className="chart-bar" />
          </svg>
          {t('This period')}
        </span>
        <span className="flex items-center gap-2">
          <svg aria-hidden="true" viewBox="0 0 24 10" className="chart h-2.5 w-6">
            <line x1="0" x2="24" y1="5" y2="5" className="chart-before" />
          </svg>
          <bdi>{beforeName}</bdi>
        </span>
      </figcaption>
    </figure>
  );
}

function RecurringChart({
  report: { recurring, currency },
}: {
  readonly report: RevenueReportView;
}) {
  if (recurring.length === 0) return null;
  return (
    <figure className="mb-4 max-w-[760px] rounded-panel border border-line bg-surface p-4">
      <Chart
        title={t('Monthly recurring revenue; the figures are in the table below')}
        points={recurring}
        kind="line"
        format={axisFormat(currency)}
        unit={10 ** minorDigits(currency)}
      />
    </figure>
  );
}

interface RowsProps {
  readonly table: RevenueTable;
  /** True for a table whose figures a chart shows. */
  readonly isFolded: boolean;
}

function Rows({ table, isFolded }: RowsProps) {
  const rows = <RowTable table={table} />;
  if (!isFolded) return rows;
  return (
    <details className="mt-3">
      <summary className="opener text-[15px] font-semibold text-primary">
        {t('Table of these figures')}
      </summary>
      {rows}
    </details>
  );
}

function RowTable({ table: { title, columns, rows } }: { readonly table: RevenueTable }) {
  return (
    <div
      className="overflow-x-auto rounded-panel border border-line bg-surface focus-visible:outline-2"
      role="region"
      aria-label={title}
      tabIndex={0}
    >
      <table className="w-full text-[14px] tabular-nums">
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th
                key={column}
                scope="col"
                className={`border-b border-line px-3 py-2 align-bottom font-semibold ${index === 0 ? 'text-start' : 'text-end'}`}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...cells]) => (
            <tr key={first?.to ?? first?.text} className="border-b border-line last:border-0">
              <th
                scope="row"
                className="min-w-36 px-3 py-2 text-start font-semibold [overflow-wrap:anywhere]"
              >
                {first && <Cell cell={first} />}
              </th>
              {cells.map((cell, index) => (
                <td key={columns[index + 1]} className="px-3 py-2 text-end whitespace-nowrap">
                  <Cell cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell({ cell: { text, to, isWritten } }: { readonly cell: RevenueCell }) {
  const shown = isWritten ? <bdi>{text}</bdi> : text;
  return to === undefined ? (
    shown
  ) : (
    <Link to={to} className="link">
      {shown}
    </Link>
  );
}
