import { Link } from 'react-router';
import { daysBefore, readComparison, readPeriod } from '../../chat/protocol/report-period.ts';
import { PeriodPicker } from '../../chat/ui/period-picker.tsx';
import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { RefusedError } from '../../platform/errors.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import { ReportNav } from '../../portal/report-nav.tsx';
import { Notice } from '../../ui/form/notice.tsx';
import { REVENUE } from '../http.ts';
import { showRevenueReport } from '../server/report/show-revenue-report.server.ts';
import { RevenueReport } from '../ui/revenue-report.tsx';
import type { Route } from './+types/team-revenue.ts';

type Fields = Readonly<Record<string, string>>;

export const handle = {
  messages: await loadMessages('orders-team', 'chat-team', 'chat-protocol', 'portal-team'),
};

export const loader = pageAt('/team/reports/revenue', async ({ appContext, member, request }) => {
  const { clock, limits, settings } = appContext;
  const { searchParams } = new URL(request.url);
  const period = readPeriod(searchParams, settings.supportTimezone, clock.now());
  const comparison = readComparison(searchParams);
  const { supportTimezone: timeZone } = settings;
  const asked = { period, comparison, before: daysBefore(period, comparison), timeZone };
  try {
    await limits.take(REVENUE, member.id);
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return { ...asked, report: null, tooFast: error.message };
  }
  const currency = searchParams.get('currency') ?? '';
  const report = await showRevenueReport(appContext, { period, comparison, currency });
  return { ...asked, report, tooFast: null };
});

export default function TeamRevenue({ loaderData }: Route.ComponentProps) {
  const { period, comparison, report, tooFast, timeZone } = loaderData;
  const compare: Fields = comparison === 'year' ? { compare: 'year' } : {};
  const isOneOf = report !== null && report.currencies.length > 1;
  const currency: Fields = isOneOf ? { currency: report.currency } : {};
  const days: Fields =
    period.preset === 'custom' ? { from: period.from, to: period.to } : { period: period.preset };
  return (
    <MemberPage
      title={t('Revenue')}
      lead={t(
        'Payments minus refunds, without tax, on the day they were booked. Days are those of {timeZone}.',
        {
          timeZone,
        },
      )}
    >
      <ReportNav path="/team/reports/revenue" />
      <PeriodPicker period={period} fields={{ ...compare, ...currency }} />
      <Choices
        label={t('Compared with')}
        choices={[
          {
            name: t('The days before'),
            fields: { ...days, ...currency },
            isChosen: comparison === 'previous',
          },
          {
            name: t('The year before'),
            fields: { ...days, ...currency, compare: 'year' },
            isChosen: comparison === 'year',
          },
        ]}
      />
      {isOneOf && (
        <Choices
          label={t('Currency')}
          choices={report.currencies.map((each) => ({
            name: each,
            fields: { ...days, ...compare, currency: each },
            isChosen: each === report.currency,
          }))}
        />
      )}
      {report ? (
        <RevenueReport
          report={report}
          fields={{
            from: period.from,
            to: period.to,
            compare: comparison,
            currency: report.currency,
          }}
        />
      ) : (
        <div className="mt-6">
          <Notice kind="error">{tooFast}</Notice>
        </div>
      )}
    </MemberPage>
  );
}

interface ChoicesProps {
  readonly label: string;
  readonly choices: readonly {
    readonly name: string;
    readonly fields: Fields;
    readonly isChosen: boolean;
  }[];
}

/** Links, because each choice is an address of the report. */
function Choices({ label, choices }: ChoicesProps) {
  return (
    <nav aria-label={label} className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2">
      <span aria-hidden="true" className="text-[14px] font-semibold">
        {label}
      </span>
      <ul className="flex flex-wrap gap-2">
        {choices.map(({ name, fields, isChosen }) => (
          <li key={name}>
            <Link
              to={`?${new URLSearchParams(fields)}`}
              dir="auto"
              preventScrollReset
              aria-current={isChosen ? 'true' : undefined}
              className={`button button-small ${isChosen ? 'button-primary' : 'button-line'}`}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
