import { NAVIGATION_ITEMS } from '../accounts/protocol/navigation-items.ts';
import { recordListExport } from '../accounts/server/audit/audit.server.ts';
import { download } from '../http/answer.server.ts';
import { anyone, memberOfPage } from '../http/guards.server.ts';
import { createRouter, form } from '../http/router.server.ts';
import { fileOfList, readListState } from '../platform/lists/list-state.ts';
import { listForm } from '../platform/lists/read-list.server.ts';
import { nameService } from '../shop/name-service.ts';
import { MODERATION_LIST } from './moderation-list.ts';
import { exportModeration } from './server/read-moderation.server.ts';

export const reviews = createRouter()
  .get('/team/reviews/export', anyone(), (c) => c.redirect('/team/reviews'))
  .post(
    '/team/reviews/export',
    memberOfPage(NAVIGATION_ITEMS['/team/reviews'].permission),
    form(listForm(MODERATION_LIST)),
    async (c) => {
      const { appContext, trace } = c.var;
      const state = readListState(MODERATION_LIST, new URLSearchParams(c.req.valid('form')));
      const nameOf = (service: { section: string; slug: string }) =>
        nameService(appContext.catalogue, service).title;
      const { body, rows } = await exportModeration(appContext.db, state, nameOf);
      await recordListExport(appContext, trace, MODERATION_LIST, rows);
      return download({ name: fileOfList(MODERATION_LIST), type: 'text/csv; charset=utf-8', body });
    },
  );
