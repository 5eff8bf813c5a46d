import { Link } from 'react-router';
import { appContextKey } from '../../app-context.ts';
import { requireClientPage } from '../../http/client.server.ts';
import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { titleOf } from '../../shop/pages/page-meta.ts';
import { KeysetNav } from '../../ui/keyset-nav.tsx';
import { readHome } from '../server/home/read-home.server.ts';
import { AccountFrame, AccountSection } from '../ui/account-frame.tsx';
import { AccountItems } from '../ui/account-items.tsx';
import type { Route } from './+types/account.ts';

export const handle = { messages: await loadMessages('clients', 'orders-protocol', 'orders') };

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: titleOf(t('Your account'), matches[0].loaderData) },
  {
    name: 'description',
    content: t('Your orders and conversations with this address will appear here.'),
  },
  { name: 'robots', content: 'noindex' },
];

const PATH = '/account';

const openPath = (cursor: string) => `${PATH}?open=${encodeURIComponent(cursor)}`;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { client } = await requireClientPage(context, request);
  const { searchParams } = new URL(request.url);
  const home = await readHome(context.get(appContextKey), client, {
    open: searchParams.get('open') ?? '',
    after: searchParams.get('after') ?? '',
  });
  return { email: client.email, ...home };
}

export default function Account({ loaderData }: Route.ComponentProps) {
  const { email, waiting, inProgress, done, isFirst, nextOpen, next } = loaderData;
  const isEmpty = isFirst && waiting.length + inProgress.length + done.length === 0;
  return (
    <AccountFrame title={t('Your account')}>
      <p className="mt-2 text-ink-2 [overflow-wrap:anywhere]">
        <bdi>{email}</bdi>
      </p>
      {isEmpty ? (
        <div className="mt-8 rounded-card bg-surface p-5 ring-1 ring-line">
          <p className="text-ink-2">
            {t('Your orders and conversations with this address will appear here.')}
          </p>
          <Link to="/services" className="button button-primary mt-5">
            {t('VIEW OUR SERVICES')}
          </Link>
        </div>
      ) : (
        <>
          {(isFirst || waiting.length > 0) && (
            <AccountSection id="waiting" title={t('Waiting for you')}>
              {waiting.length > 0 ? (
                <AccountItems items={waiting} />
              ) : (
                <p className="mt-2 text-ink-2">{t('Nothing. We let you know by email.')}</p>
              )}
            </AccountSection>
          )}
          {inProgress.length > 0 && (
            <AccountSection id="in-progress" title={t('In progress')}>
              <AccountItems items={inProgress} />
            </AccountSection>
          )}
          {isFirst && nextOpen !== null && (
            <p className="mt-8">
              <Link to={openPath(nextOpen)} className="button button-line button-small">
                {t('Show older open orders and conversations')}
              </Link>
            </p>
          )}
          {!isFirst && done.length === 0 && (
            <KeysetNav first={PATH} next={nextOpen === null ? undefined : openPath(nextOpen)} />
          )}
          {done.length > 0 && (
            <AccountSection id="done" title={t('Done')}>
              <AccountItems items={done} />
              <KeysetNav
                first={isFirst ? undefined : PATH}
                next={next === null ? undefined : `${PATH}?after=${encodeURIComponent(next)}`}
              />
            </AccountSection>
          )}
        </>
      )}
    </AccountFrame>
  );
}
