import { say, sayAny } from '../../platform/say.ts';
import { Link } from 'react-router';
import { type Period, PRESETS } from '../protocol/period.ts';
import { sayMissing, type ReportTable } from '../protocol/report-tables.ts';
import { Notice } from '../../ui/form/notice.tsx';
import { RatingComments, ReportFigures, ReportSection } from './report-sections.tsx';
import type { Report } from '../protocol/report.ts';

interface ReportScreenProps extends Pick<
  Report,
  'total' | 'waitingNow' | 'comments' | 'isEstimate' | 'missingDays'
> {
  readonly period: Period;
  readonly tables: readonly ReportTable[];
}

export function ReportScreen({ period, tables, comments, ...report }: ReportScreenProps) {
  const missing = sayMissing(report);
  return (
    <>
      <PeriodPicker period={period} />
      {missing && (
        <div className="mt-6">
          <Notice kind="error">{missing}</Notice>
        </div>
      )}
      <ReportFigures {...report} />
      {tables.map((table) => (
        <ReportSection key={table.name} table={table} period={period} />
      ))}
      <RatingComments comments={comments} />
    </>
  );
}

/** Links and a GET form keep the period in the URL and work without JavaScript. */
function PeriodPicker({ period }: { period: Period }) {
  return (
    <div className="mt-8 flex flex-wrap items-end gap-x-6 gap-y-4">
      <nav aria-label={say('Period')} className="max-sm:w-full">
        <ul className="flex flex-wrap gap-2 max-sm:grid max-sm:grid-cols-4 max-sm:[&_.button]:w-full max-sm:[&_.button]:px-1">
          {PRESETS.map(({ name, label }) => (
            <li key={name}>
              <Link
                to={`?period=${name}`}
                preventScrollReset
                aria-current={period.preset === name ? 'true' : undefined}
                className={`button button-small ${period.preset === name ? 'button-primary' : 'button-line'}`}
              >
                {sayAny(label)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <form method="get" className="flex flex-wrap items-end gap-3">
        {(['from', 'to'] as const).map((end) => (
          <label
            key={`${end} ${(period.typed ?? period)[end]}`}
            className="text-[14px] font-semibold"
          >
            {end === 'from' ? say('From') : say('To')}
            <input
              type="date"
              name={end}
              required
              defaultValue={(period.typed ?? period)[end]}
              aria-describedby={period.problem ? 'period-problem' : undefined}
              className="field mt-1 block w-[168px]"
            />
          </label>
        ))}
        <button type="submit" className="button button-line button-small">
          {say('Show')}
        </button>
      </form>
      {period.problem && (
        <div id="period-problem" className="w-full">
          <Notice kind="error">
            {say('{problem} These are the last 30 days.', { problem: period.problem })}
          </Notice>
        </div>
      )}
    </div>
  );
}
