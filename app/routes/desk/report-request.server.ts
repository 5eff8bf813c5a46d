import type { Host } from '../../host.ts';
import { readPeriod, type Period } from '../../conversation/reports/period.ts';
import { readReport } from '../../conversation/reports/read-report.server.ts';
import type { Report } from '../../conversation/reports/report.ts';

/** Reads the whole of a period: few at a time from one person. */
const LIMIT = { name: 'report', burst: 20, perMinute: 20 };

/** The period that was asked for, and its report; the page and the export ask alike. */
export async function requestReport(
  host: Host,
  memberId: string,
  query: URLSearchParams,
): Promise<{ period: Period; report: Report }> {
  const { db, clock, settings, limits } = host;
  const timeZone = settings.supportTimezone;
  await limits.take(LIMIT, memberId);
  const period = readPeriod(query, timeZone, clock.now());
  return {
    period,
    report: await readReport(db, clock, period, { hours: settings.chatHours, timeZone }),
  };
}
