import { appContextKey } from '../../app-context.ts';
import { LegalPage } from '../ui/legal-page.tsx';
import { legalDocument } from '../legal/legal-documents.server.ts';
import { languageNow } from '../../platform/translate.ts';
import { PUBLIC_PAGE_HEADERS } from './layout.tsx';
import { pageMeta } from './page-meta.ts';
import type { Route } from './+types/privacy-policy.ts';

export const headers = () => PUBLIC_PAGE_HEADERS;

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(matches[0].loaderData, { ...loaderData, path: '/privacy-policy' }) : [];

export function loader({ context }: Route.LoaderArgs) {
  const { catalogue, settings } = context.get(appContextKey);
  return legalDocument(catalogue.words.legal(languageNow(), 'privacy'), settings);
}

export default function Page({ loaderData }: Route.ComponentProps) {
  return <LegalPage document={loaderData} />;
}
