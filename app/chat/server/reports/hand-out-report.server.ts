import type { Trace } from '../../../platform/change/audit.server.ts';
import { recordAudit, type ChangeHost } from '../../../platform/change/change.server.ts';
import { writeCsv } from '../../../platform/csv.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { say } from '../../../platform/say.ts';
import type { Period } from '../../protocol/period.ts';
import {
  exportCell,
  exportColumns,
  sayMissing,
  toTables,
  type TableName,
} from '../../protocol/report-tables.ts';
import type { Report } from '../../protocol/report.ts';

/**
 * Returns a table of a report as CSV and records the export in the audit log. Throws {@link RefusedError} 503
 * while the report is incomplete.
 */
export async function handOutReport(
  host: ChangeHost,
  trace: Trace,
  report: Report,
  period: Period,
  name: TableName,
): Promise<string> {
  // A page can show a note that the report is incomplete, but a file cannot.
  const missing = sayMissing(report);
  if (missing) throw new RefusedError(503, missing);
  const table = toTables(report, period).find((one) => one.name === name);
  if (!table) throw new RefusedError(400, 'There is no such table.');
  const { from, to } = period;
  const detail = say('{from} to {to}, {length} rows', { from, to, length: table.rows.length });
  await recordAudit(host, trace, 'report-exported', { subject: table.title, detail });
  const rows = table.rows.map((row) => row.map((cell) => exportCell(cell)));
  return writeCsv([exportColumns(table), ...rows]);
}
