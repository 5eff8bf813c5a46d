import { say } from '../../platform/say.ts';
import { sayRefusal } from './form-answer.server.ts';
import { readForm } from '../../platform/read-form.ts';
import { field } from '../../platform/fields.ts';
import * as v from 'valibot';
import {
  exportCell,
  exportColumns,
  sayMissing,
  TABLE_NAMES,
  toTables,
} from '../../conversation/reports/report-tables.ts';
import { writeCsv } from '../../platform/csv.ts';
import { hostContext } from '../../host.ts';
import { RefusedError } from '../../platform/errors.ts';
import { recordAudit } from '../../platform/change/audit.server.ts';
import { requirePlace } from '../resources/member.server.ts';
import { redirect } from 'react-router';
import type { Route } from './+types/report-export.ts';
import { traceOf } from './form-answer.server.ts';
import { requestReport } from './report-request.server.ts';

const DAYS = 'Please choose the first and the last day.';

const exportForm = v.object({ table: field(32), from: field(10, DAYS), to: field(10, DAYS) });

/** Who signed in anew on the way here, or reloads what was refused, asks with GET. */
export const loader = () => redirect('/team/reports');

/** One table of a report as CSV. A POST, because it is written down who took it. */
export async function action({ context, request }: Route.ActionArgs) {
  const { member } = await requirePlace(context, request, '/team/reports');
  const host = context.get(hostContext);
  try {
    const form = await readForm(request, exportForm);
    const name = TABLE_NAMES.find((known) => known === form.table);
    if (!name) throw new RefusedError(400, 'There is no such table.');
    const query = new URLSearchParams({ from: form.from, to: form.to });
    const { period, report } = await requestReport(host, member.id, query);
    if (period.problem) throw new RefusedError(400, period.problem);
    // A page can say that it is not whole; a file is taken for it.
    const missing = sayMissing(report);
    if (missing) throw new RefusedError(503, missing);
    const table = toTables(report, period).find((one) => one.name === name);
    if (!table) throw new RefusedError(400, 'There is no such table.');
    const detail = say('{from} to {to}, {length} rows', {
      from: period.from,
      to: period.to,
      length: table.rows.length,
    });
    await recordAudit(host.db, host.clock, traceOf(context, member), {
      action: 'report-exported',
      subject: table.title,
      detail,
    });
    const rows = table.rows.map((row) => row.map((cell) => exportCell(cell)));
    return new Response(writeCsv([exportColumns(table), ...rows]), {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="report-${name}-${period.from}-${period.to}.csv"`,
      },
    });
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return sayRefusal(error);
  }
}
