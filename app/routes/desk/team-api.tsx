import { Link } from 'react-router';
import { readApiKeys } from '../../reach/api/api-keys.server.ts';
import { hostContext } from '../../host.ts';
import { readEndpoints } from '../../reach/webhook/read-endpoints.server.ts';
import { requirePermissionPage } from '../resources/member.server.ts';
import type { Route } from './+types/team-api.ts';
import { ForbiddenPage } from '../../layouts/forbidden-page.tsx';
import { PRIVATE_PAGE_HEADERS } from './form-answer.server.ts';
import { MemberPage } from '../../layouts/member-page.tsx';
import { ApiKeys } from '../../reach/screens/api-keys.tsx';
import { WebhookList } from '../../reach/screens/webhook-list.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'API and webhooks' }];
export const headers = () => PRIVATE_PAGE_HEADERS;
export { ForbiddenPage as ErrorBoundary };
export { action } from './api-actions.server.ts';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { member } = await requirePermissionPage(context, request, 'manage-integrations');
  const { db } = context.get(hostContext);
  const [keys, endpoints] = await Promise.all([readApiKeys(db), readEndpoints(db)]);
  return { member, keys, endpoints };
}

export default function TeamApi({ loaderData, actionData }: Route.ComponentProps) {
  const { member, keys, endpoints } = loaderData;
  return (
    <MemberPage
      member={member}
      title="API"
      lead={
        <>
          What other programs may ask, and what they are told.{' '}
          <Link to="/api" className="link">
            Read the documentation
          </Link>
        </>
      }
    >
      <ApiKeys keys={keys} answer={actionData} />
      <WebhookList endpoints={endpoints} answer={actionData} />
    </MemberPage>
  );
}
