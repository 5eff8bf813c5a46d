import { redirect } from 'react-router';
import * as v from 'valibot';
import { handOutReport } from '../server/reports/hand-out-report.server.ts';
import { TABLE_NAMES } from '../protocol/report-tables.ts';
import { RefusedError } from '../../platform/errors.ts';
import { field } from '../../platform/fields.ts';
import { fileAction } from '../../portal/pages/file-action.server.ts';
import { whoMayOpen } from '../../portal/pages/form-door.server.ts';
import { requestReport } from './report-request.server.ts';

const DAYS = 'Please choose the first and the last day.';

/** A GET happens after signing in again on the way here, and when a rejected download is reloaded. */
export const loader = () => redirect('/team/reports');

export const action = fileAction(
  v.object({ table: field(32), from: field(10, DAYS), to: field(10, DAYS) }),
  { admit: whoMayOpen('/team/reports') },
  async (form, { host, member, trace }) => {
    const name = TABLE_NAMES.find((known) => known === form.table);
    if (!name) throw new RefusedError(400, 'There is no such table.');
    const query = new URLSearchParams({ from: form.from, to: form.to });
    const { period, report } = await requestReport(host, member.id, query);
    if (period.problem) throw new RefusedError(400, period.problem);
    return {
      name: `report-${name}-${period.from}-${period.to}.csv`,
      type: 'text/csv; charset=utf-8',
      body: await handOutReport(host, trace, report, period, name),
    };
  },
);
