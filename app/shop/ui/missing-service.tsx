import { isRouteErrorResponse, Link } from 'react-router';
import { ErrorPage } from '../../ui/error-page.tsx';
import { MissingPage } from './missing-page.tsx';
import type { GoneService } from './gone-service.ts';
import { say } from '../../platform/say.ts';

/** Hidden services are gone (410), unknown ones are not found (404). */
export function MissingService({ error }: { readonly error: unknown }) {
  const answer = isRouteErrorResponse(error) ? error : undefined;
  if (answer?.status === 410) return <Gone gone={answer.data as GoneService} />;
  return answer?.status === 404 ? (
    <MissingPage
      title={say('Service not found')}
      text={say('This page has drifted away. Browse the full list to find what you need.')}
      finds={answer.data}
    />
  ) : (
    <ErrorPage
      title={say('Something went wrong')}
      text={say('The fault is on our side. Please try again in a moment.')}
    />
  );
}

function Gone({ gone: { title, section, related } }: { readonly gone: GoneService }) {
  return (
    <ErrorPage
      title={say('Not offered any more')}
      text={say('{title} is not part of our catalogue at the moment.', { title })}
    >
      {related.length > 0 && (
        <nav aria-label={say('Similar services')} className="mt-8">
          <p className="text-[15px] text-ink-2">{say('Perhaps one of these will do:')}</p>
          <ul className="mt-3 flex flex-wrap justify-center gap-2.5">
            {related.map((service) => (
              <li key={service.path}>
                <Link dir="auto" to={service.path} className="button button-line button-small">
                  {service.title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {section && (
        <p className="mt-6">
          <Link to={section.path} className="link">
            {say('All {title}', { title: section.title })}
          </Link>
        </p>
      )}
    </ErrorPage>
  );
}
