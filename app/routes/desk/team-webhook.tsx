import { data } from 'react-router';
import { hostContext } from '../../host.ts';
import { readEndpoint } from '../../reach/webhook/read-endpoints.server.ts';
import { isUuid, requirePermissionPage } from '../resources/member.server.ts';
import type { Route } from './+types/team-webhook.ts';
import { ForbiddenPage } from '../../layouts/forbidden-page.tsx';
import { PRIVATE_PAGE_HEADERS } from './form-answer.server.ts';
import { MemberPage } from '../../layouts/member-page.tsx';
import { WebhookSettings } from '../../reach/screens/webhook-settings.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'Webhook' }];
export const headers = () => PRIVATE_PAGE_HEADERS;
export { ForbiddenPage as ErrorBoundary };
export { action } from './webhook-actions.server.ts';

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { member } = await requirePermissionPage(context, request, 'manage-integrations');
  const found = isUuid(params.id)
    ? await readEndpoint(context.get(hostContext).db, params.id)
    : undefined;
  if (!found) throw data(null, { status: 404 });
  return { member, ...found };
}

export default function TeamWebhook({ loaderData, actionData }: Route.ComponentProps) {
  const { member, endpoint, deliveries } = loaderData;
  return (
    <MemberPage
      member={member}
      title="Webhook"
      lead={<span className="[overflow-wrap:anywhere]">{endpoint.url}</span>}
    >
      <WebhookSettings endpoint={endpoint} deliveries={deliveries} answer={actionData} />
    </MemberPage>
  );
}
