import { ErrorPage } from '../../ui/error-page.tsx';
import type { Route } from './+types/not-found.ts';

export const meta: Route.MetaFunction = () => [{ title: 'Page not found' }];

export function loader() {
  throw new Response(null, { status: 404 });
}

export default function NotFound() {
  return null;
}

export function ErrorBoundary() {
  return <ErrorPage title="Page not found" text="This page has drifted away." />;
}
