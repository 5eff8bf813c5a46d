import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { readDraftReport } from '../../assistant/server/report/read-draft-report.server.ts';
import { DraftReport } from '../../assistant/ui/draft-report.tsx';
import { boundsOf, daysBefore, daysOf, type Period } from '../protocol/report-period.ts';
import type { Report } from '../protocol/report.ts';
import {
  toTables,
  formatEstimateError,
  describeMissingDays,
  type ReportTable,
} from '../protocol/report-tables.ts';
import { readOrderReport } from '../../orders/server/report/read-order-report.server.ts';
import { readFunnel } from '../../orders/server/report/read-funnel.server.ts';
import { toFunnelView } from '../../orders/protocol/funnel.ts';
import { FunnelReport } from '../../orders/ui/funnel-report.tsx';
import { OrderReport } from '../../orders/ui/order-report.tsx';
import { RefusedError } from '../../platform/errors.ts';
import { Notice } from '../../ui/form/notice.tsx';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import type { Route } from './+types/team-reports.ts';
import { ReportNav } from '../../portal/report-nav.tsx';
import { MemberPage } from '../../portal/member-page.tsx';
import { requestReport } from './report-request.server.ts';
import { PageSection } from '../../ui/page-section.tsx';
import { PeriodPicker } from '../ui/period-picker.tsx';
import { RatingComments, ReportFigures, ReportSection } from '../ui/report-sections.tsx';

export const handle = {
  messages: await loadMessages(
    'chat-team',
    'chat-protocol',
    'orders-team',
    'assistant-team',
    'portal-team',
  ),
};

interface ReportScreenProps extends Pick<
  Report,
  'total' | 'waitingNow' | 'comments' | 'isEstimate' | 'missingDays'
> {
  readonly period: Period;
  readonly tables: readonly ReportTable[];
}

interface ReportRulesProps {
  readonly timeZone: string;
  readonly hasHours: boolean;
  readonly isEstimate: boolean;
}

export const loader = pageAt('/team/reports', async ({ appContext, member, request }) => {
  const { supportTimezone, chatHours } = appContext.settings;
  const rule = { timeZone: supportTimezone, hasHours: chatHours !== undefined };
  try {
    const { searchParams } = new URL(request.url);
    const { period, report } = await requestReport(appContext, member.id, searchParams);
    const { total, waitingNow, comments, isEstimate, missingDays } = report;
    const shown = { period, total, waitingNow, comments, isEstimate, missingDays };
    const bounds = boundsOf(period, supportTimezone);
    const { catalogue, db } = appContext;
    const [ordered, views, earlier, drafts] = await Promise.all([
      readOrderReport(appContext.db, bounds),
      readFunnel(db, catalogue, period, supportTimezone),
      readFunnel(db, catalogue, daysBefore(period, 'previous'), supportTimezone),
      readDraftReport(appContext.db, bounds),
    ]);
    // While days are still being counted, the number of chats is incomplete, so it is left out.
    const orders = { report: ordered, chatsBegun: missingDays > 0 ? 0 : total.conversations };
    const tables = toTables(report, period);
    const funnel = { funnel: toFunnelView(views, daysOf(period), earlier), period };
    return { rule, report: { ...shown, tables }, orders, funnel, drafts, tooFast: null };
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    const nothing = { report: null, orders: null, funnel: null, drafts: [] };
    return { rule, ...nothing, tooFast: error.message };
  }
});

export default function TeamReports({ loaderData }: Route.ComponentProps) {
  const { rule, report, orders, funnel, drafts, tooFast } = loaderData;
  return (
    <MemberPage
      title={t('Reports')}
      lead={t('How your team answers visitors, and what visitors say.')}
    >
      <ReportNav path="/team/reports" />
      {report ? (
        <ReportScreen {...report} />
      ) : (
        <div className="mt-6">
          <Notice kind="error">{tooFast}</Notice>
        </div>
      )}
      {orders && <OrderReport {...orders} />}
      {funnel && <FunnelReport {...funnel} />}
      <DraftReport rows={drafts} />
      <ReportRules {...rule} isEstimate={report?.isEstimate ?? false} />
    </MemberPage>
  );
}

function ReportRules({ timeZone, hasHours, isEstimate }: ReportRulesProps) {
  return (
    <PageSection title={t("How it's measured")}>
      <ul className="max-w-[47em] list-disc space-y-2 pl-5 text-[15px] text-ink-2">
        <li>
          {t(
            'A report covers the conversations that began in its period. Days and hours are those of {timeZone}.',
            { timeZone },
          )}
        </li>
        <li>
          {t(
            'First response: from the visitor’s first message to the team’s first answer. Resolution: from the start to the last message of a resolved conversation.',
          )}{' '}
          {hasHours
            ? t(
                "Both count only the time within chat hours; anything that ended before the next opening isn't counted.",
              )
            : t('Both count all hours, because no chat hours are set.')}
        </li>
        <li>
          {t(
            "The median is the middle value; nine out of ten values are below the 90th percentile. Fewer than five measured conversations aren't enough for a figure.",
          )}
        </li>
        {isEstimate && (
          <li>
            {t(
              'A period this long is combined from its daily figures: medians and 90th percentiles over several days are estimates, accurate to within {estimated}. Counts, ratings and the figures for each day are exact.',
              { estimated: formatEstimateError() },
            )}
          </li>
        )}
        <li>
          {t(
            'Satisfied means 4 or 5 out of 5 stars. A rating counts for the agent who was assigned the visitor when it was given.',
          )}
        </li>
      </ul>
    </PageSection>
  );
}

function ReportScreen({ period, tables, comments, ...report }: ReportScreenProps) {
  const missing = describeMissingDays(report);
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
