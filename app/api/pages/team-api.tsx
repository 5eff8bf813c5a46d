import { say } from '../../platform/say.ts';
import { Link } from 'react-router';
import { readHostSites } from '../../chat/embed/server/host-secrets.server.ts';
import { snippetOf } from '../../chat/embed/widget-script.ts';
import { readApiKeys } from '../server/api-keys.server.ts';
import { readEndpoints } from '../../webhooks/server/read-endpoints.server.ts';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import type { Route } from './+types/team-api.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { ApiKeys } from '../ui/api-keys.tsx';
import { HostSites } from '../../notifications/ui/host-sites.tsx';
import { WebhookList } from '../../webhooks/ui/webhook-list.tsx';

export { action } from './api-actions.server.ts';

export const loader = pageAt('/team/api', async ({ host }) => {
  const { db, settings } = host;
  const [keys, endpoints, sites] = await Promise.all([
    readApiKeys(db),
    readEndpoints(db),
    readHostSites(host),
  ]);
  return { keys, endpoints, sites, snippet: snippetOf(settings.origin) };
});

export default function TeamApi({ loaderData, actionData }: Route.ComponentProps) {
  const { keys, endpoints, sites, snippet } = loaderData;
  return (
    <MemberPage
      title={say('API')}
      lead={
        <>
          {say('What other programs may ask, and what they are told.')}{' '}
          <Link to="/api" className="link">
            {say('Read the documentation')}
          </Link>
        </>
      }
    >
      <ApiKeys keys={keys} answer={actionData} />
      <WebhookList endpoints={endpoints} answer={actionData} />
      <HostSites sites={sites} snippet={snippet} answer={actionData} />
    </MemberPage>
  );
}
