import { services } from '../../../../shop/catalogue.js';

export { ServicePage as default } from '../../../../shop/service-page.jsx';

/** All pages are rendered by the build. */
export function generateStaticParams() {
  return services.map(({ section, slug }) => ({ section, slug }));
}
