import { Link } from 'react-router';
import type { Period } from '../../conversation/reports/period.ts';
import { PRESETS } from '../../conversation/reports/period.ts';
import { toTables } from '../../conversation/reports/report-tables.ts';
import { hostContext } from '../../host.ts';
import { RefusedError } from '../../platform/errors.ts';
import { Notice } from '../../ui/form/notice.tsx';
import { requirePermissionPage } from '../resources/member.server.ts';
import type { Route } from './+types/team-reports.ts';
import { ForbiddenPage } from './forbidden-page.tsx';
import { PRIVATE_PAGE_HEADERS } from './form-answer.server.ts';
import { MemberPage, MemberPageSection } from './member-page.tsx';
import { requestReport } from './report-request.server.ts';
import { RatingComments, ReportFigures, ReportSection } from './report-sections.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'Reports' }];
export const headers = () => PRIVATE_PAGE_HEADERS;
export { ForbiddenPage as ErrorBoundary };

export async function loader({ context, request }: Route.LoaderArgs) {
  const { member } = await requirePermissionPage(context, request, 'read-reports');
  const host = context.get(hostContext);
  const { supportTimezone, chatHours } = host.settings;
  const rule = { timeZone: supportTimezone, hasHours: chatHours !== undefined };
  try {
    const { searchParams } = new URL(request.url);
    const { period, report } = await requestReport(host, member.id, searchParams);
    const { total, waitingNow, comments } = report;
    const tables = toTables(report, period);
    return { member, rule, period, total, waitingNow, comments, tables, tooFast: null };
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return { member, rule, period: null, tooFast: error.message };
  }
}

export default function TeamReports({ loaderData }: Route.ComponentProps) {
  const { member, rule, period } = loaderData;
  return (
    <MemberPage
      member={member}
      title="Reports"
      lead="How visitors are answered, and what they say."
    >
      {period === null ? (
        <div className="mt-6">
          <Notice kind="error">{loaderData.tooFast}</Notice>
        </div>
      ) : (
        <>
          <PeriodPicker period={period} />
          <ReportFigures total={loaderData.total} waitingNow={loaderData.waitingNow} />
          {loaderData.tables.map((table) => (
            <ReportSection key={table.name} table={table} period={period} />
          ))}
          <RatingComments comments={loaderData.comments} />
        </>
      )}
      <MemberPageSection title="How it is measured">
        <ul className="max-w-[70ch] list-disc space-y-2 pl-5 text-[15px] text-ink-2">
          <li>
            A report is about the conversations that began in its period. Days and hours are those
            of {rule.timeZone}.
          </li>
          <li>
            First response: from the visitor’s first message to the team’s first answer. Resolution:
            from the beginning to the last message of a completed conversation.{' '}
            {rule.hasHours
              ? 'Both count the time within the chat hours alone; what ended before the next opening is left out.'
              : 'Both count all hours, because no chat hours are set.'}
          </li>
          <li>
            The median is the one in the middle; nine of ten stay below the 90th percentile. Fewer
            than five measured conversations are too few to say.
          </li>
          <li>
            Satisfied means 4 or 5 of 5 stars. A rating belongs to the agent who had the visitor
            when it was given.
          </li>
        </ul>
      </MemberPageSection>
    </MemberPage>
  );
}

/** Links and a form that asks with GET: the period stands in the address, with or without scripts. */
function PeriodPicker({ period }: { period: Period }) {
  return (
    <div className="mt-8 flex flex-wrap items-end gap-x-6 gap-y-4">
      <nav aria-label="Period">
        <ul className="flex flex-wrap gap-2">
          {PRESETS.map(({ name, label }) => (
            <li key={name}>
              <Link
                to={`?period=${name}`}
                preventScrollReset
                aria-current={period.preset === name ? 'true' : undefined}
                className={`button button-small ${period.preset === name ? 'button-primary' : 'button-line'}`}
              >
                {label}
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
            {end === 'from' ? 'From' : 'To'}
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
        <button type="submit" className="button button-line button-small mb-0.5">
          Show
        </button>
      </form>
      {period.problem && (
        <div id="period-problem" className="w-full">
          <Notice kind="error">{`${period.problem} These are the last 30 days.`}</Notice>
        </div>
      )}
    </div>
  );
}
