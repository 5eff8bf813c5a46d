import { pageMeta } from './page-meta.ts';
import { toOverview } from '../overview-part.ts';
import { searchCards } from '../search/search-cards.ts';
import { toCards } from '../service.ts';
import { hostContext, requestContext } from '../../host.ts';
import { PUBLIC_PAGE_HEADERS } from './layout.tsx';
import type { Route } from './+types/services.ts';
import { ServiceOverview } from '../ui/service-overview.tsx';
import { say } from '../../platform/say.ts';

export const headers = () => PUBLIC_PAGE_HEADERS;

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  ...pageMeta(matches[0].loaderData, {
    title: say('What are you looking for?'),
    description: say(
      'All {value} categories on one page: design, business, marketing, audio, programming, video and writing services at fixed prices.',
      { value: loaderData?.sections.length ?? '' },
    ),
    path: '/services',
  }),
  ...(loaderData?.search ? [{ name: 'robots', content: 'noindex' }] : []),
];

/** The loader sends the catalogue's texts as data, so that they are not part of every page's script. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { ratings, catalogue } = context.get(hostContext);
  const { searched = new URL(request.url).searchParams.get('q') } = context.get(requestContext);
  const rated = await ratings.read();
  // The page answers searches on the server, for browsers without scripts and for links to a search.
  const search = searchCards(catalogue, rated, searched);
  const cards = search ? [] : toCards(catalogue.services, rated);
  return { search, sections: toOverview(catalogue.sections, cards) };
}

export default function ServicesPage({ loaderData }: Route.ComponentProps) {
  return <ServiceOverview {...loaderData} />;
}
