import { data } from 'react-router';
import { ChatPreview } from '../../chat-client/visitor/chat-preview.tsx';
import { hostContext } from '../../host.ts';
import { showHome } from '../../marketplace/content/show-home.server.ts';
import { readContentPreview } from '../../marketplace/desk/read-preview.server.ts';
import { legalDocument } from '../../marketplace/legal/legal-documents.server.ts';
import { searchExamples } from '../../marketplace/search-examples.ts';
import { readFleet } from '../../marketplace/read-fleet.ts';
import { Home } from '../../marketplace/screens/home/home.tsx';
import { LegalPage } from '../../marketplace/screens/legal-page.tsx';
import { toCards } from '../../marketplace/service.ts';
import { speechIn } from '../../platform/say.ts';
import { speaking } from '../../platform/speech.server.ts';
import { chatWordsOf } from '../chat-words.server.ts';
import { requirePlace } from '../resources/member.server.ts';
import { titleOf } from './page-meta.ts';
import type { Route } from './+types/preview-content.ts';

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: titleOf('Preview', matches[0].loaderData) },
  { name: 'robots', content: 'noindex' },
];

export const headers = () => ({ 'Cache-Control': 'no-store' });

export async function loader({ context, params, request }: Route.LoaderArgs) {
  await requirePlace(context, request, '/team/content');
  const host = context.get(hostContext);
  const { catalogue, settings, ratings } = host;
  const found = await readContentPreview(host, params.id);
  if (!found) throw new Response(null, { status: 404 });
  const { key, words } = found;
  const { kind, language } = key;
  const speech = speechIn(language);
  const page =
    kind === 'privacy' || kind === 'terms' || kind === 'refunds'
      ? {
          legal: speaking(speech, () => legalDocument(words.legal(language, kind), settings)),
        }
      : kind === 'chat' || kind === 'topic'
        ? { chat: chatWordsOf(words, language) }
        : {
            home: {
              fleet: readFleet(catalogue),
              examples: searchExamples(catalogue),
              words: speaking(speech, () => showHome(catalogue, words, language)),
              popular: toCards(catalogue.popular, await ratings.read()),
              serviceCount: catalogue.services.length,
              sectionCount: catalogue.sections.length,
            },
          };
  return data(
    { ...page, brandColour: words.brandColour(), logo: words.logo() ?? null },
    { headers: { 'Cache-Control': 'no-store' } },
  );
}

export default function PreviewContent({ loaderData }: Route.ComponentProps) {
  if ('legal' in loaderData && loaderData.legal) return <LegalPage document={loaderData.legal} />;
  if ('chat' in loaderData && loaderData.chat) return <ChatPreview words={loaderData.chat} />;
  return 'home' in loaderData && loaderData.home ? <Home {...loaderData.home} /> : null;
}
