import { say } from '../../platform/say.ts';
import { readAcceptsChats } from '../server/members/availability.server.ts';
import { sayRole } from '../protocol/roles.ts';
import { readFactors } from '../server/factors/read-factors.server.ts';
import { readTotpOffer } from '../server/factors/totp.server.ts';
import { readSessions } from '../server/sessions/sessions.server.ts';
import { readIdentities } from '../server/openid/identities.server.ts';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import type { Route } from './+types/account.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { AccountSettings } from '../ui/account-settings.tsx';

export { action } from './account-actions.server.ts';

export const loader = pageAt('/team/account', async ({ host, member, sessionId, request }) => {
  const { db, clock, settings } = host;
  const [acceptsChats, sessions, factors, offer, identities] = await Promise.all([
    readAcceptsChats(db, member.id),
    readSessions(db, clock, member.id, sessionId),
    readFactors(db, member.id),
    readTotpOffer(db, clock, member, settings.brandName),
    readIdentities(db, member.id),
  ]);
  const query = new URL(request.url).searchParams;
  const providers = {
    provider: settings.openId?.name ?? null,
    identities,
    isConnected: query.has('connected'),
  };
  const onPage = { ...factors, offer, isNeeded: query.has('needed') };
  const shopLanguage = settings.languages.main;
  return { member, shopLanguage, acceptsChats, sessions, factors: onPage, providers };
});

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const { member, shopLanguage, acceptsChats, sessions, factors, providers } = loaderData;
  return (
    <MemberPage
      title={say('Your account')}
      lead={
        <>
          {/* Non-breaking spaces keep a dot from beginning a line. */}
          <bdi className="max-md:block">{member.fullName}</bdi>
          <span className="max-md:hidden">&nbsp;· </span>
          {member.email}&nbsp;· {sayRole(member.role)}
        </>
      }
    >
      <AccountSettings
        role={member.role}
        acceptsChats={acceptsChats}
        language={member.language ?? null}
        shopLanguage={shopLanguage}
        sessions={sessions}
        factors={factors}
        providers={providers}
        answer={actionData}
      />
    </MemberPage>
  );
}
