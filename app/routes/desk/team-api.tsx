import { say } from '../../platform/say.ts';
import { Link } from 'react-router';
import { readApiKeys } from '../../reach/api/api-keys.server.ts';
import { readEndpoints } from '../../reach/webhook/read-endpoints.server.ts';
import { pageAt } from './page-at.server.ts';
import type { Route } from './+types/team-api.ts';
import { MemberPage } from '../../layouts/member-page.tsx';
import { ApiKeys } from '../../reach/screens/api-keys.tsx';
import { WebhookList } from '../../reach/screens/webhook-list.tsx';

export { action } from './api-actions.server.ts';

export const loader = pageAt('/team/api', async ({ host: { db } }) => {
  const [keys, endpoints] = await Promise.all([readApiKeys(db), readEndpoints(db)]);
  return { keys, endpoints };
});

export default function TeamApi({ loaderData, actionData }: Route.ComponentProps) {
  const { keys, endpoints } = loaderData;
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
    </MemberPage>
  );
}
