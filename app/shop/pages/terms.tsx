import { loadMessages } from '../../i18n/load-messages.ts';
import { appContextKey } from '../../app-context.ts';
import { LegalPage } from '../ui/legal-page.tsx';
import { legalDocument } from '../legal/legal-documents.server.ts';
import { languageNow } from '../../i18n/translate.ts';
import { PUBLIC_PAGE_HEADERS } from './layout.tsx';
import { pageMeta } from './page-meta.ts';
import type { Route } from './+types/terms.ts';

export const handle = { messages: await loadMessages('shop-pages') };

export const headers = () => PUBLIC_PAGE_HEADERS;

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(matches[0].loaderData, { ...loaderData, path: '/terms' }) : [];

export function loader({ context }: Route.LoaderArgs) {
  const { catalogue, settings } = context.get(appContextKey);
  return legalDocument(catalogue.words.legal(languageNow(), 'terms'), settings, catalogue.services);
}

export default function Page({ loaderData }: Route.ComponentProps) {
  return <LegalPage document={loaderData} />;
}
