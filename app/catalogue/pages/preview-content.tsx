import { loadMessages } from '../../i18n/load-messages.ts';
import { ChatPreview } from '../../chat/widget/chat-preview.tsx';
import { appContextKey } from '../../app-context.ts';
import { showHome } from '../server/content/show-home.server.ts';
import { readContentPreview } from '../server/lists/read-preview.server.ts';
import { imprintDocument, legalDocument } from '../../shop/legal/legal-documents.server.ts';
import { searchExamples } from '../../shop/search/search-examples.ts';
import { readHeroCategories } from '../../shop/ui/home/hero.tsx';
import { Home } from '../../shop/ui/home/home.tsx';
import { LegalPage } from '../../shop/ui/legal-page.tsx';
import { toCards } from '../../shop/service.ts';
import { speechIn, t } from '../../i18n/translate.ts';
import { speaking } from '../../platform/speech.server.ts';
import { chatWordsOf } from '../../routing/chat-words.server.ts';
import { requirePlace } from '../../http/member.server.ts';
import { privateMeta } from '../../shop/pages/private-meta.ts';
import type { Route } from './+types/preview-content.ts';

export const handle = { messages: await loadMessages('chat', 'chat-protocol', 'portal-team') };

export const meta: Route.MetaFunction = ({ matches }) =>
  privateMeta(t('Preview'), matches[0].loaderData);

export async function loader({ context, params, request }: Route.LoaderArgs) {
  await requirePlace(context, request, '/team/content');
  const appContext = context.get(appContextKey);
  const { catalogue, settings, ratings } = appContext;
  const found = await readContentPreview(appContext, params.id);
  if (!found) throw new Response(null, { status: 404 });
  const { key, words } = found;
  const { kind, language } = key;
  const speech = speechIn(language);
  const imprint = words.imprint(language);
  const page =
    kind === 'privacy' || kind === 'terms' || kind === 'refunds'
      ? {
          legal: speaking(speech, () =>
            legalDocument(words.legal(language, kind), settings, catalogue.services),
          ),
        }
      : kind === 'imprint'
        ? {
            legal:
              imprint &&
              speaking(speech, () => imprintDocument(imprint, settings, catalogue.services)),
          }
        : kind === 'chat' || kind === 'topic'
          ? { chat: chatWordsOf(words, language) }
          : {
              home: {
                fleet: readHeroCategories(catalogue),
                examples: searchExamples(catalogue),
                words: speaking(speech, () => showHome(catalogue, words, language)),
                popular: toCards(catalogue.popular, await ratings.read()),
                serviceCount: catalogue.services.length,
                sectionCount: catalogue.filledSections.length,
              },
            };
  return { ...page, brandColour: words.brandColour(), logo: words.logo() ?? null };
}

export default function PreviewContent({ loaderData }: Route.ComponentProps) {
  if ('legal' in loaderData && loaderData.legal) return <LegalPage document={loaderData.legal} />;
  if ('chat' in loaderData && loaderData.chat) return <ChatPreview words={loaderData.chat} />;
  return 'home' in loaderData && loaderData.home ? <Home {...loaderData.home} /> : null;
}
