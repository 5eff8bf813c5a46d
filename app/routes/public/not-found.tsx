import { ErrorPage } from '../../ui/error-page.tsx';
import { titleOf } from './page-meta.ts';
import type { Route } from './+types/not-found.ts';
import { say } from '../../platform/say.ts';

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: titleOf(say('Page not found'), matches[0].loaderData) },
];

export function loader() {
  throw new Response(null, { status: 404 });
}

export default function NotFound() {
  return null;
}

export function ErrorBoundary() {
  return <ErrorPage title={say('Page not found')} text={say('This page has drifted away.')} />;
}
