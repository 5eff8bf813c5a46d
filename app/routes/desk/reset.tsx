import { requirePermissionPage } from '../resources/member.server.ts';
import type { Route } from './+types/reset.ts';
import { ForbiddenPage } from '../../layouts/forbidden-page.tsx';
import { PRIVATE_PAGE_HEADERS } from './form-answer.server.ts';
import { MemberPage } from '../../layouts/member-page.tsx';
import { ResetForm } from '../../conversation/screens/reset-form.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'Reset' }];
export const headers = ({ actionHeaders }: Route.HeadersArgs) => {
  const all = new Headers(actionHeaders);
  for (const [name, value] of Object.entries(PRIVATE_PAGE_HEADERS)) all.set(name, value);
  return all;
};
export { ForbiddenPage as ErrorBoundary };
export { action } from './reset-actions.server.ts';
// Afterwards nobody is signed in: the page stays until it has said so, and then reloads.
export const shouldRevalidate = () => false;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { member } = await requirePermissionPage(context, request, 'reset-everything');
  return { member };
}

export default function Reset({ loaderData, actionData }: Route.ComponentProps) {
  const { member } = loaderData;
  return (
    <MemberPage
      member={member}
      title="Reset"
      lead="Deletes visitors, conversations, messages and every account but yours. Reviews stay. There is no way back."
    >
      <ResetForm answer={actionData} />
    </MemberPage>
  );
}
