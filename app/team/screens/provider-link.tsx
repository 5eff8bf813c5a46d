import { say } from '../../platform/say.ts';
import { Icon } from '../../ui/icon.tsx';

interface ProviderLinkProps {
  /** What the operator calls the provider. */
  readonly name: string;
  /** Where to go afterwards, as a query; '' for where one goes by itself. */
  readonly search: string;
}

/** The way to sign in elsewhere: a page load, for it leads to another site. */
export function ProviderLink({ name, search }: ProviderLinkProps) {
  return (
    <a href={`/login/openid${search}`} className="button button-line mt-4 w-full" rel="nofollow">
      <Icon name="users" size={20} />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {say('Continue with {name}', { name })}
      </span>
    </a>
  );
}
