import { say } from '../../platform/say.ts';
import { redirect } from 'react-router';
import * as v from 'valibot';
import type { Host } from '../../host.ts';
import type { Trace } from '../../platform/change/audit.server.ts';
import { field } from '../../platform/fields.ts';
import type { MemberSession } from '../server/members/find-member.server.ts';
import { beginConnecting, type SentAway } from '../server/openid/begin.server.ts';
import { disconnectIdentity } from '../server/openid/identities.server.ts';

const LIMIT = { name: 'openid-connect', burst: 10, perMinute: 5 };

export const PROVIDER_FORMS = [
  v.object({ intent: v.literal('connect-provider') }),
  v.object({ intent: v.literal('disconnect-provider'), issuer: field(500), subject: field(500) }),
] as const;

type ProviderForm = v.InferOutput<(typeof PROVIDER_FORMS)[number]>;

export function isProviderForm(form: { readonly intent: string }): form is ProviderForm {
  return form.intent === 'connect-provider' || form.intent === 'disconnect-provider';
}

export async function manageProviders(
  host: Host,
  trace: Trace,
  session: MemberSession,
  form: ProviderForm,
  cookies: string | null,
) {
  await host.limits.take(LIMIT, session.member.id);
  if (form.intent === 'disconnect-provider') {
    await disconnectIdentity(host, trace, session, form);
    return say('That account does not let you in any more.');
  }
  return goTo(await beginConnecting(host, session, { cookies, next: '/team/account?connected' }));
}

/** The client router turns this redirect into a page load, to which the policy for forms does not apply. */
export function goTo({ address, cookie }: SentAway): Response {
  return redirect(address, { headers: { 'Set-Cookie': cookie } });
}
