import { say } from '../../platform/say.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { readPending } from '../protocol/read-pending.ts';
import { readWorking } from '../server/lists/read-working.server.ts';
import { CatalogueNav } from '../ui/catalogue-nav.tsx';
import { PublishForm } from '../ui/publish-form.tsx';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import type { Route } from './+types/catalogue-publish.ts';

export { action } from './catalogue-actions.server.ts';

export const loader = pageAt('/team/catalogue', async ({ host, request }) => {
  const { revision } = host.catalogue;
  const pending = readPending(await readWorking(host));
  const only = new URL(request.url).searchParams.get('only');
  return { pending, revision, only: pending.find(({ id }) => id === only)?.id };
});

export default function CataloguePublish({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <MemberPage
      title={say('Publish')}
      lead={say(
        'What would change, for everybody and at once: all of it, or what you leave ticked.',
      )}
    >
      <CatalogueNav pendingCount={loaderData.pending.length} />
      <AnswerNotice answer={actionData} className="mt-6" />
      <PublishForm {...loaderData} />
    </MemberPage>
  );
}
