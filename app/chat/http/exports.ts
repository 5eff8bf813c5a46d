import { t, msg } from '../../i18n/translate.ts';
import { Readable } from 'node:stream';
import * as v from 'valibot';
import { NAVIGATION_ITEMS } from '../../accounts/protocol/navigation-items.ts';
import { exportFiles } from '../../files/server/serve/export-files.server.ts';
import { download } from '../../http/answer.server.ts';
import { anyone, memberOfPage } from '../../http/guards.server.ts';
import { addListExport } from '../../http/list-export.server.ts';
import { createRouter, form, limit } from '../../http/router.server.ts';
import { readOrderFilesAbout } from '../../orders/server/files/order-files.server.ts';
import { readBuyerFigures } from '../../orders/server/order/read-buyer-figures.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { field } from '../../platform/fields.ts';
import { email } from '../../portal/pages/form-fields.server.ts';
import { requestReport } from '../pages/report-request.server.ts';
import { TABLE_NAMES } from '../protocol/report-tables.ts';
import { VISITOR_LIST } from '../protocol/visitor-list.ts';
import { exportVisitors } from '../server/contacts/list-visitors.server.ts';
import { readFilesAbout } from '../server/files/read-files.server.ts';
import { exportPerson } from '../server/privacy/export-visitor.server.ts';
import { readAddress } from '../server/privacy/read-person.server.ts';
import { exportReport } from '../server/reports/read-report.server.ts';

const VISITOR_LIMIT = { name: 'visitor-export', burst: 10, perMinute: 10 };
const DAYS = msg('Choose the first and last day.');

// A GET happens after signing in again on the way here, and when a rejected download is reloaded.
export const chatExports = createRouter()
  .get('/team/reports/export', anyone(), (c) => c.redirect('/team/reports'))
  .post(
    '/team/reports/export',
    memberOfPage(NAVIGATION_ITEMS['/team/reports'].permission),
    form(
      v.object({ table: field(32), from: field(10, () => t(DAYS)), to: field(10, () => t(DAYS)) }),
    ),
    async (c) => {
      const { appContext, member, trace } = c.var;
      const { table, from, to } = c.req.valid('form');
      const name = TABLE_NAMES.find((known) => known === table);
      if (!name) throw new RefusedError(400, t("This table doesn't exist."));
      const query = new URLSearchParams({ from, to });
      const { period, report } = await requestReport(appContext, member.id, query);
      if (period.problem) throw new RefusedError(400, period.problem);
      return download({
        name: `report-${name}-${period.from}-${period.to}.csv`,
        type: 'text/csv; charset=utf-8',
        body: await exportReport(appContext, trace, report, period, name),
      });
    },
  )

  .get('/team/visitors/export', anyone(), (c) => c.redirect('/team/visitors'))
  .post(
    '/team/visitors/export',
    memberOfPage('export-visitors'),
    limit(VISITOR_LIMIT),
    form(v.object({ email })),
    async (c) => {
      const { appContext, trace } = c.var;
      const held = await exportPerson(appContext, trace, readAddress(c.req.valid('form').email));
      return download({
        name: 'visitor.json',
        type: 'application/json; charset=utf-8',
        body: `${JSON.stringify(held, null, 2)}\n`,
      });
    },
  )

  .get('/team/visitors/files', anyone(), (c) => c.redirect('/team/visitors'))
  .post(
    '/team/visitors/files',
    memberOfPage('export-visitors'),
    limit(VISITOR_LIMIT),
    form(v.object({ email })),
    async (c) => {
      const { appContext, trace } = c.var;
      const archive = await exportFiles(appContext, trace, readAddress(c.req.valid('form').email), [
        readFilesAbout,
        readOrderFilesAbout,
      ]);
      return download({
        name: 'visitor-files.tar',
        type: 'application/x-tar',
        body: Readable.toWeb(archive) as ReadableStream<Uint8Array>,
      });
    },
  );

addListExport(
  chatExports,
  VISITOR_LIST,
  'export-visitors',
  ({ appContext, trace, member, state }) =>
    exportVisitors(appContext, trace, member, state, readBuyerFigures),
  { path: '/team/visitors/list' },
);
