import { say } from '../../platform/say.ts';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import type { Route } from './+types/reset.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { ResetForm } from '../ui/reset-form.tsx';

export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders;
export { action } from './reset-actions.server.ts';
// Nobody is signed in after the reset. The page shows its message first and then reloads.
export const shouldRevalidate = () => false;

export const loader = pageAt('/reset', () => Promise.resolve());

export default function Reset({ actionData }: Route.ComponentProps) {
  return (
    <MemberPage
      title={say('Reset')}
      lead={say(
        'Deletes visitors, conversations, messages and every account but yours. Reviews stay. There is no way back.',
      )}
    >
      <ResetForm answer={actionData} />
    </MemberPage>
  );
}
