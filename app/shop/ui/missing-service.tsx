import { isRouteErrorResponse, Link } from 'react-router';
import { ErrorPage } from '../../ui/empty-state.tsx';
import { MissingPage } from './missing-page.tsx';
import type { GoneService } from '../describe-gone.ts';
import { t } from '../../i18n/translate.ts';

/** Hidden services are gone (410), unknown ones are not found (404). */
export function MissingService({ error }: { readonly error: unknown }) {
  const answer = isRouteErrorResponse(error) ? error : undefined;
  if (answer?.status === 410) return <Gone gone={answer.data as GoneService} />;
  return answer?.status === 404 ? (
    <MissingPage
      title={t('Service not found')}
      text={t('This page has drifted away. Browse the full list to find what you need.')}
      finds={answer.data}
    />
  ) : (
    <ErrorPage
      title={t('Something went wrong')}
      text={t('The fault is on our side. Please try again in a moment.')}
    />
  );
}

function Gone({ gone: { title, section, related } }: { readonly gone: GoneService }) {
  return (
    <ErrorPage
      title={t('Not offered any more')}
      text={t('{title} is not part of our catalogue at the moment.', { title })}
    >
      {related.length > 0 && (
        <nav aria-label={t('Similar services')} className="mt-8">
          <p className="text-[15px] text-ink-2">{t('Perhaps one of these will do:')}</p>
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
            {t('All {title}', { title: section.title })}
          </Link>
        </p>
      )}
    </ErrorPage>
  );
}
