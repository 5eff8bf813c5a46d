import { loadMessages } from '../../i18n/load-messages.ts';
import { nameService } from '../../shop/name-service.ts';
import { appContextKey } from '../../app-context.ts';
import { readModerationLog } from '../server/read-moderation.server.ts';
import { readPageNumber } from '../review-query.ts';
import type { Route } from './+types/moderation-log.ts';
import { PUBLIC_PAGE_HEADERS } from '../../shop/pages/layout.tsx';
import { pageMeta } from '../../shop/pages/page-meta.ts';
import { ModerationLog } from '../ui/moderation-log.tsx';
import { t } from '../../i18n/translate.ts';

export const handle = { messages: await loadMessages('reviews') };

export const headers = () => PUBLIC_PAGE_HEADERS;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData, {
    title: t('Moderation log'),
    description: t('Which reviews were hidden, when, and for which published reason.'),
    path: '/moderation-log',
  });

export async function loader({ context, request }: Route.LoaderArgs) {
  const page = readPageNumber(new URL(request.url).searchParams);
  const { db, catalogue } = context.get(appContextKey);
  const log = await readModerationLog(db, page);
  return {
    ...log,
    page,
    entries: log.entries.map(({ section, slug, ...moderationEntry }) => ({
      ...moderationEntry,
      service: nameService(catalogue, { section, slug }),
    })),
  };
}

export default function ModerationLogPage({ loaderData }: Route.ComponentProps) {
  return <ModerationLog {...loaderData} />;
}
