import { Outlet, isRouteErrorResponse, Link, useLocation, useRouteError } from 'react-router';
import { placeAt } from '../../accounts/protocol/navigation-items.ts';
import type { Route } from './+types/layout.ts';
import { t, msg } from '../../i18n/translate.ts';
import { rolesThatMay } from '../../accounts/protocol/permissions.ts';
import { ErrorPage } from '../../ui/empty-state.tsx';

export { ForbiddenPage as ErrorBoundary };

export const meta: Route.MetaFunction = ({ location }) => {
  const { title, name } = placeAt(location.pathname) ?? {};
  return [{ title: t(title ?? name ?? msg('Team')) }];
};

export default function TeamPages() {
  return <Outlet />;
}

function ForbiddenPage() {
  const error = useRouteError();
  const { pathname } = useLocation();
  const way = (
    <Link to="/agentchat" className="button button-primary">
      {t('Go to the inbox')}
    </Link>
  );
  return (
    <div id="content" tabIndex={-1} className="outline-none">
      <ErrorPage
        {...describeError(isRouteErrorResponse(error) ? error.status : 500, pathname)}
        way={way}
      />
    </div>
  );
}

function describeError(status: number, pathname: string): { title: string; text: string } {
  if (status === 403) {
    const place = placeAt(pathname);
    const roles = place ? rolesThatMay(place.permission) : [];
    // A page below one that everybody may open is for admins, such as the import of subscriptions.
    const isForManagers = roles.includes('manager') && !roles.includes('agent');
    return {
      title: isForManagers ? t('For managers and admins only') : t('For admins only'),
      text: t("Your account doesn't have access to this page."),
    };
  }
  if (status === 404) {
    return {
      title: t('Page not found'),
      text: t('The page may have been removed, or the address is incomplete.'),
    };
  }
  return {
    title: t('Something went wrong'),
    text: t('The problem is on our side. Try again in a moment.'),
  };
}
