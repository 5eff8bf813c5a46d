import { say } from '../platform/say.ts';
import { isRouteErrorResponse, Link, useLocation, useRouteError } from 'react-router';
import { rolesThatMay } from '../accounts/protocol/permissions.ts';
import { placeAt } from '../accounts/protocol/places.ts';
import { ErrorPage } from '../ui/error-page.tsx';

export function ForbiddenPage() {
  const error = useRouteError();
  const { pathname } = useLocation();
  const way = (
    <Link to="/agentchat" className="button button-primary">
      {say('To the conversations')}
    </Link>
  );
  return (
    <div id="content" tabIndex={-1} className="outline-none">
      <ErrorPage
        {...sayFault(isRouteErrorResponse(error) ? error.status : 500, pathname)}
        way={way}
      />
    </div>
  );
}

function sayFault(status: number, pathname: string): { title: string; text: string } {
  if (status === 403) {
    const place = placeAt(pathname);
    const isForManagers = place && rolesThatMay(place.permission).includes('manager');
    return {
      title: isForManagers ? say('For managers and admins only') : say('For admins only'),
      text: say('Your account may not open this page.'),
    };
  }
  if (status === 404) {
    return {
      title: say('Page not found'),
      text: say('It may have been removed, or the address is not complete.'),
    };
  }
  return {
    title: say('Something went wrong'),
    text: say('The fault is on our side. Please try again in a moment.'),
  };
}
