import { say } from '../../platform/say.ts';
import { data } from 'react-router';
import { readEndpoint } from '../server/read-endpoints.server.ts';
import { isUuid } from '../../platform/fields.ts';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import type { Route } from './+types/team-webhook.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { WebhookSettings } from '../ui/webhook-settings.tsx';

export { action } from './webhook-actions.server.ts';

export const loader = pageAt('/team/webhooks', async ({ host, params: { id = '' } }) => {
  const found = isUuid(id) ? await readEndpoint(host.db, id) : undefined;
  if (!found) throw data(null, { status: 404 });
  return found;
});

export default function TeamWebhook({ loaderData, actionData }: Route.ComponentProps) {
  const { endpoint, deliveries } = loaderData;
  return (
    <MemberPage
      title={say('Webhook')}
      lead={
        <span dir="auto" className="[overflow-wrap:anywhere]">
          {endpoint.url}
        </span>
      }
    >
      <WebhookSettings endpoint={endpoint} deliveries={deliveries} answer={actionData} />
    </MemberPage>
  );
}
