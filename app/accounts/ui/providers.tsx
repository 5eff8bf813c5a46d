import { say } from '../../platform/say.ts';
import type { IdentityView } from '../server/openid/identities.server.ts';
import { FormButton } from '../../ui/form/form-button.tsx';
import { Moment } from '../../ui/moment.tsx';
import { PageSection } from '../../ui/page-section.tsx';

export interface ProvidersOnPage {
  readonly provider: string | null;
  readonly identities: readonly IdentityView[];
  readonly isConnected: boolean;
}

export function Providers({
  providers: { provider, identities },
}: {
  readonly providers: ProvidersOnPage;
}) {
  if (provider === null && identities.length === 0) return null;
  return (
    <PageSection title={say('Accounts elsewhere')}>
      <div className="list-card">
        {identities.map((identity) => (
          <Identity key={`${identity.issuer} ${identity.subject}`} identity={identity} />
        ))}
        {provider !== null && (
          <div className="list-row justify-between">
            <p className="min-w-0 flex-1 text-[15px] text-ink-2">
              {say('An account at {provider} that you connect lets you in without your password.', {
                provider,
              })}
            </p>
            <FormButton fields={{ intent: 'connect-provider' }}>
              {say('Connect {provider}', { provider })}
            </FormButton>
          </div>
        )}
      </div>
    </PageSection>
  );
}

function Identity({ identity }: { readonly identity: IdentityView }) {
  const { issuer, subject, email, since, usedAt } = identity;
  const name = email ?? subject;
  return (
    <div className="list-row justify-between">
      <div className="min-w-0">
        <p className="font-[650] [overflow-wrap:anywhere]">
          <bdi>{name}</bdi>
        </p>
        <p dir="auto" className="text-[14px] [overflow-wrap:anywhere] text-ink-2">
          {new URL(issuer).host} {say('since')} <Moment at={since} />
          {usedAt !== null && (
            <>
              {' '}
              {'· '}
              {say('last used')} <Moment at={usedAt} />
            </>
          )}
        </p>
      </div>
      <FormButton fields={{ intent: 'disconnect-provider', issuer, subject }}>
        {say('Disconnect')}
        <span dir="auto" className="sr-only">
          {' '}
          {name}
        </span>
      </FormButton>
    </div>
  );
}
