import { Link } from 'react-router';
import { appContextKey } from '../../app-context.ts';
import { formatFileSize } from '../../chat/protocol/files.ts';
import { requireClientPage } from '../../http/client.server.ts';
import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { privateMeta } from '../../shop/pages/private-meta.ts';
import { Moment } from '../../ui/date-time.tsx';
import { Icon } from '../../ui/icon.tsx';
import { KeysetNav } from '../../ui/keyset-nav.tsx';
import { readAccountFiles } from '../server/home/read-files.server.ts';
import { AccountFrame } from '../ui/account-frame.tsx';
import type { Route } from './+types/account-files.ts';

export const handle = { messages: await loadMessages('clients') };

const PATH = '/account/files';

export const meta: Route.MetaFunction = ({ matches }) =>
  privateMeta(t('Your files'), matches[0].loaderData);

export async function loader({ context, request }: Route.LoaderArgs) {
  const { client } = await requireClientPage(context, request);
  const after = new URL(request.url).searchParams.get('after') ?? '';
  const page = await readAccountFiles(context.get(appContextKey).db, client, after);
  return { ...page, isFirst: after === '' };
}

export default function AccountFiles({ loaderData }: Route.ComponentProps) {
  const { files, next, isFirst } = loaderData;
  return (
    <AccountFrame title={t('Files')}>
      {files.length === 0 ? (
        <p className="mt-4 text-ink-2">
          {isFirst
            ? t('Files that you send us, and those that we deliver, will appear here.')
            : t('There are no older files.')}
        </p>
      ) : (
        <ul className="mt-4">
          {files.map(({ file, href, at, isFromUs, order, topic, place, newer }) => (
            <li
              key={file.id}
              id={`file-${file.id}`}
              className="mt-3 rounded-card bg-surface p-4 ring-1 ring-line"
            >
              {/* A download, which is no page of the router. */}
              <a href={href} className="link flex items-start gap-2 font-semibold">
                <Icon name={isFromUs ? 'download-simple' : 'file'} className="mt-0.5 shrink-0" />
                <bdi className="min-w-0 [overflow-wrap:anywhere]">{file.name}</bdi>
              </a>
              <p className="mt-1.5 flex flex-wrap gap-x-3 text-[15px] text-ink-2">
                <span>{isFromUs ? t('From us') : t('From you')}</span>
                <span>{formatFileSize(file.size)}</span>
                <Moment at={at} />
                <Link to={place} className="link">
                  {order === null ? <bdi>{topic}</bdi> : t('Order {number}', { number: order })}
                </Link>
              </p>
              {newer && (
                <p className="mt-1 text-[15px] text-ink-2">
                  <a className="link" href={newer}>
                    {t('See the newer version')}
                  </a>
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
      <KeysetNav
        first={isFirst ? undefined : PATH}
        next={next === null ? undefined : `${PATH}?after=${encodeURIComponent(next)}`}
      />
    </AccountFrame>
  );
}
