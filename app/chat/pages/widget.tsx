import { loadMessages } from '../../i18n/load-messages.ts';
import { data } from 'react-router';
import { ChatFrame } from '../embed/chat-frame.tsx';
import { OpenElsewhere } from '../embed/open-elsewhere.tsx';
import { appContextKey, requestContext } from '../../app-context.ts';
import { putPrefix } from '../../platform/address-language.ts';
import { t } from '../../i18n/translate.ts';
import { findChosenTopic } from '../../routing/chat-words.server.ts';
import { ShopMark } from '../../shop/layout/shop-mark.tsx';
import { useSite } from '../../shop/layout/use-site.ts';
import type { RootData } from '../../root.tsx';
import { findEmbeddingOrigin } from '../../shop/pages/find-embedding-origin.ts';
import type { Route } from './+types/widget.ts';

export const handle = { messages: await loadMessages('chat-embed', 'platform') };

export const meta: Route.MetaFunction = () => [
  { title: t('Chat') },
  { name: 'robots', content: 'noindex' },
];

/** The content security policy of this response decides whether the browser shows the frame there. */
export function loader({ context, request }: Route.LoaderArgs) {
  const { settings, catalogue } = context.get(appContextKey);
  const { prefix = '' } = context.get(requestContext);
  const query = new URL(request.url).searchParams;
  const host = findEmbeddingOrigin(settings, query) ?? null;
  const [section = '', slug = ''] = (query.get('service') ?? '').split('/');
  const service = catalogue.findService(section, slug);
  const topic = findChosenTopic(catalogue.words, query.get('topic') ?? '');
  const found = {
    host,
    shopPath: putPrefix(prefix, '/contact'),
    topicId: topic?.id ?? null,
    section: catalogue.findSection(query.get('section') ?? '')?.id ?? null,
    service: service
      ? { section: service.section, slug: service.slug, title: service.title }
      : null,
  };
  return data(found, { status: host === null ? 404 : 200 });
}

export default function Widget({ loaderData }: Route.ComponentProps) {
  const { brandName, chat, logo } = useSite() as RootData;
  const { host, ...found } = loaderData;
  if (host === null) return <OpenElsewhere path={found.shopPath} />;
  return (
    <ChatFrame
      {...found}
      host={host}
      brandName={brandName}
      words={chat}
      logo={logo && <ShopMark onDark>{null}</ShopMark>}
    />
  );
}
