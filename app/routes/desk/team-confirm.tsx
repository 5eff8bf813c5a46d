import * as v from 'valibot';
import { redirect } from 'react-router';
import { proveByCode, proveByPassword } from '../../team/factors/prove.server.ts';
import { localPath } from '../../team/sessions/local-path.ts';
import { proveByPasskey } from '../../team/sessions/sign-in-by-passkey.server.ts';
import type { Route } from './+types/team-confirm.ts';
import { formAction } from './form-action.server.ts';
import { whoMayOpen } from './form-door.server.ts';
import { code, credential, password } from './form-fields.server.ts';
import { pageAt } from './page-at.server.ts';
import { MemberPage } from '../../layouts/member-page.tsx';
import { FactorForm } from '../../team/screens/factor-form.tsx';

export const loader = pageAt('/team/confirm', ({ hasFactor }) => Promise.resolve({ hasFactor }));

const form = v.object({ code, credential, current: password });
const door = { admit: whoMayOpen('/team/confirm') };

export const action = formAction(form, door, async (typed, turn) => {
  const { host, trace, session, request } = turn;
  if (typed.credential) await proveByPasskey(host, trace, session, typed.credential);
  else if (session.hasFactor) await proveByCode(host, trace, session, typed.code);
  else await proveByPassword(host, session, typed.current);
  return redirect(localPath(new URL(request.url).searchParams.get('next'), '/team/account'));
});

export default function TeamConfirm({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <MemberPage
      title="Confirm that it is you"
      lead="What cannot be undone asks who you are. It is good for five minutes."
    >
      <FactorForm answer={actionData} hasFactor={loaderData.hasFactor} label="Confirm" />
    </MemberPage>
  );
}
