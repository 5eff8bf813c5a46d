import { say } from '../../platform/say.ts';
import { useEffect } from 'react';
import { data, redirect } from 'react-router';
import { hostContext } from '../../host.ts';
import { findMember } from '../server/members/find-member.server.ts';
import { localPath } from '../protocol/local-path.ts';
import type { Route } from './+types/login.ts';
import { AFTERWARDS, enter } from './login-action.server.ts';
import { PortalPage } from '../../portal/portal-page.tsx';
import { LoginForm } from '../ui/login-form.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'Agent Portal' }];

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, auth, settings } = context.get(hostContext);
  const query = new URL(request.url).searchParams;
  if (await findMember(db, auth, request.headers)) {
    throw redirect(localPath(query.get('next'), AFTERWARDS));
  }
  const next = query.get('next');
  return {
    notice: query.get('notice') ?? '',
    provider: settings.openId?.name ?? null,
    search: next === null ? '' : `?${new URLSearchParams({ next }).toString()}`,
    isSignUpOpen: settings.signUp === 'everybody',
  };
}

export async function action(args: Route.ActionArgs) {
  const answer = await enter(args);
  if (answer instanceof Response) return answer;
  return data({ ...answer.data, email: answer.data.typed.email ?? '' }, answer.init ?? {});
}

/** A previous session may have left offline data about visitors in this browser. */
function useForgottenDesk(): void {
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return;
    void import('../../chat/inbox/offline/forget-desk.ts').then(
      ({ forgetDesk }) => forgetDesk(),
      () => {},
    );
  }, []);
}

export default function Login({ actionData, loaderData }: Route.ComponentProps) {
  useForgottenDesk();
  return (
    <PortalPage
      title={say('Agent Portal')}
      lead={say('Sign in to answer your visitors.')}
      headline={['Every visitor,', 'one clear view.']}
    >
      <LoginForm answer={actionData} {...loaderData} />
    </PortalPage>
  );
}
