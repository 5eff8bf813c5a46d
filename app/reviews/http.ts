import { NAVIGATION_ITEMS } from '../accounts/protocol/navigation-items.ts';
import { recordListExport } from '../accounts/server/audit/audit.server.ts';
import { addListExport } from '../http/list-export.server.ts';
import { createRouter } from '../http/router.server.ts';
import { nameService } from '../shop/name-service.ts';
import { MODERATION_LIST } from './moderation-list.ts';
import { exportModeration } from './server/read-moderation.server.ts';

export const reviews = createRouter();

addListExport(
  reviews,
  MODERATION_LIST,
  NAVIGATION_ITEMS['/team/reviews'].permission,
  async ({ appContext, trace, state }) => {
    const nameOf = (service: { section: string; slug: string }) =>
      nameService(appContext.catalogue, service).title;
    const { body, rows } = await exportModeration(appContext.db, state, nameOf);
    await recordListExport(appContext, trace, MODERATION_LIST, rows);
    return body;
  },
);
