import { Outlet } from 'react-router';
import { ForbiddenPage } from '../forbidden-page.tsx';
import { placeAt } from '../../accounts/protocol/places.ts';
import type { Route } from './+types/layout.ts';

export { ForbiddenPage as ErrorBoundary };

export const meta: Route.MetaFunction = ({ location }) => {
  const { title, name } = placeAt(location.pathname) ?? {};
  return [{ title: title ?? name ?? 'Team' }];
};

export default function TeamPages() {
  return <Outlet />;
}
