import type { ReactNode } from 'react';
import type { MetaDescriptor } from 'react-router';
import { servicePreviewPath } from '../../marketplace/pictures/picture-path.ts';
import { BottomBar } from '../../marketplace/bottom-bar.tsx';
import { PurchasePanel } from '../../marketplace/purchase-panel.tsx';
import { RelatedServices } from '../../marketplace/related-services.tsx';
import { AvailabilityLine } from '../../chat-client/visitor/availability-line.tsx';
import { ContactAgentButton } from '../../chat-client/visitor/contact-agent-button.tsx';
import { RatingLine } from '../../reviews/rating-line.tsx';
import { ReviewForm } from '../../reviews/review-form.tsx';
import { ReviewList } from '../../reviews/review-list.tsx';
import type { ReviewResult } from '../../reviews/review-result.ts';
import { Breadcrumb } from '../../ui/breadcrumb.tsx';
import { pageMeta, structuredData } from './page-meta.ts';
import type { ServicePageData } from './service-page.server.ts';
import { useSite } from './use-site.ts';

interface ServicePageProps {
  readonly loaderData: ServicePageData;
  readonly result: ReviewResult | undefined;
  /** Pictures, or in the video section sample videos. */
  readonly media: ReactNode;
}

/** One service: what it looks like, what it costs, and what others say. */
export function ServicePage({ loaderData, result, media }: ServicePageProps) {
  const { service, section, related, reviewPage } = loaderData;
  const contact = (
    <ContactAgentButton
      service={{ section: service.section, slug: service.slug, title: service.title }}
    />
  );
  const crumbs = [
    { label: 'Home', to: '/' },
    { label: 'All Services', to: `/services#${service.area}` },
  ];
  return (
    // Its own key: another service starts with an empty form and a closed gallery.
    <main key={service.path} className="container-page pt-3 md:pt-4">
      <Breadcrumb crumbs={crumbs} current={service.title} />
      <div className="mt-2 grid gap-x-8 gap-y-5 md:grid-cols-[minmax(0,1fr)_320px] md:gap-y-0 lg:grid-cols-[minmax(0,1fr)_clamp(340px,35%,421px)] xl:gap-x-14">
        <div className="min-w-0">{media}</div>
        <div className="min-w-0 md:col-start-2 md:row-span-2 md:row-start-1">
          <PurchasePanel
            service={service}
            section={section}
            rating={reviewPage && <RatingLine summary={reviewPage.summary} />}
            contact={
              <>
                {contact}
                <AvailabilityLine />
              </>
            }
          />
        </div>
        <div className="min-w-0">
          <section aria-labelledby="about-service" className="mt-9 md:mt-14">
            <h2 id="about-service" className="text-[clamp(26px,3vw,34px)]">
              About this service
            </h2>
            <p className="mt-4 max-w-[43em] text-[17px] leading-[1.6] text-ink-2">
              {service.description}
            </p>
          </section>
          <ReviewList reviewPage={reviewPage} brandName={useSite().brandName} />
          <ReviewForm key={service.path} action={service.path} result={result} />
        </div>
      </div>
      <RelatedServices services={related} section={section} />
      <BottomBar service={service} contact={contact} />
    </main>
  );
}

/** Title, preview and structured data; a service that does not exist has only a title. */
export function servicePageMeta(
  site: Parameters<typeof pageMeta>[0],
  page: ServicePageData | undefined,
): MetaDescriptor[] {
  if (!page) return [{ title: 'Service not found' }];
  const { section, slug, title, summary, path } = page.service;
  const preview = servicePreviewPath(section, slug);
  return [
    ...pageMeta(site, { title, description: summary, path, preview }),
    ...structuredData(...page.structuredData),
  ];
}
