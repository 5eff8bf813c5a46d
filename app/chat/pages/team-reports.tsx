import { say } from '../../platform/say.ts';
import { readDraftReport } from '../../assistant/server/report/read-draft-report.server.ts';
import { DraftReport } from '../../assistant/ui/draft-report.tsx';
import { boundsOf } from '../protocol/period.ts';
import { toTables } from '../protocol/report-tables.ts';
import { readOrderReport } from '../../orders/server/report/read-order-report.server.ts';
import { OrderReport } from '../../orders/ui/order-report.tsx';
import { RefusedError } from '../../platform/errors.ts';
import { Notice } from '../../ui/form/notice.tsx';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import type { Route } from './+types/team-reports.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { requestReport } from './report-request.server.ts';
import { ReportScreen } from '../ui/report-screen.tsx';
import { ReportRules } from '../ui/report-rules.tsx';

export const loader = pageAt('/team/reports', async ({ host, member, request }) => {
  const { supportTimezone, chatHours } = host.settings;
  const rule = { timeZone: supportTimezone, hasHours: chatHours !== undefined };
  try {
    const { searchParams } = new URL(request.url);
    const { period, report } = await requestReport(host, member.id, searchParams);
    const { total, waitingNow, comments, isEstimate, missingDays } = report;
    const shown = { period, total, waitingNow, comments, isEstimate, missingDays };
    const bounds = boundsOf(period, supportTimezone);
    const [ordered, drafts] = await Promise.all([
      readOrderReport(host.db, bounds),
      readDraftReport(host.db, bounds),
    ]);
    // While days are still being counted, the number of chats is incomplete, so it is left out.
    const orders = { report: ordered, chatsBegun: missingDays > 0 ? 0 : total.conversations };
    const tables = toTables(report, period);
    return { rule, report: { ...shown, tables }, orders, drafts, tooFast: null };
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return { rule, report: null, orders: null, drafts: [], tooFast: error.message };
  }
});

export default function TeamReports({ loaderData }: Route.ComponentProps) {
  const { rule, report, orders, drafts, tooFast } = loaderData;
  return (
    <MemberPage title={say('Reports')} lead={say('How visitors are answered, and what they say.')}>
      {report ? (
        <ReportScreen {...report} />
      ) : (
        <div className="mt-6">
          <Notice kind="error">{tooFast}</Notice>
        </div>
      )}
      {orders && <OrderReport {...orders} />}
      <DraftReport rows={drafts} />
      <ReportRules {...rule} isEstimate={report?.isEstimate ?? false} />
    </MemberPage>
  );
}
