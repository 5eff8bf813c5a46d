import type { AppContext } from '../../app-context.ts';
import { readPeriod, type Period } from '../protocol/report-period.ts';
import type { Report } from '../protocol/report.ts';
import { readReport } from '../server/reports/read-report.server.ts';

/** A report reads all data of a period, so a member may request only a few at a time. */
const LIMIT = { name: 'report', burst: 20, perMinute: 20 };

/** The page and the export share this function. */
export async function requestReport(
  appContext: AppContext,
  memberId: string,
  query: URLSearchParams,
): Promise<{ period: Period; report: Report }> {
  const { db, clock, settings, limits } = appContext;
  const timeZone = settings.supportTimezone;
  await limits.take(LIMIT, memberId);
  const period = readPeriod(query, timeZone, clock.now());
  return {
    period,
    report: await readReport(db, clock, period, { hours: settings.chatHours, timeZone }),
  };
}
