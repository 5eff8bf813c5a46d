import type { ReactNode } from 'react';
import { Link, type MetaDescriptor } from 'react-router';
import { photoPreviewPath } from '../../catalogue/protocol/photo.ts';
import { sectionPreviewPath, servicePreviewPath } from '../pictures/picture-path.ts';
import { AvailabilityLine, UsualAnswer } from '../../chat/widget/availability-line.tsx';
import { ContactAgentButton } from '../../chat/widget/contact-agent-button.tsx';
import { RatingProof } from '../../reviews/ui/rating-line.tsx';
import { RatingLine } from '../../reviews/ui/rating-line.tsx';
import { ReviewForm } from '../../reviews/ui/review-form.tsx';
import { ReviewList } from '../../reviews/ui/review-list.tsx';
import type { ReviewResult } from '../../reviews/rules.ts';
import { pageMeta, structuredData } from './page-meta.ts';
import type { ServicePageData } from './service-page.server.ts';
import { useSite } from '../layout/use-site.ts';
import { ServiceScreen } from '../ui/service-screen.tsx';
import { t } from '../../i18n/translate.ts';

interface ServicePageProps {
  readonly loaderData: ServicePageData;
  readonly result: ReviewResult | undefined;
  readonly media: ReactNode;
}

export function ServicePage({ loaderData, result, media }: ServicePageProps) {
  const { service, section, related, reviewPage, orderButtons } = loaderData;
  const contact = (
    <div className="buy-buttons">
      {orderButtons.map(({ path, label }) => (
        <Link key={path} to={path} className="button button-primary w-full">
          {label}
        </Link>
      ))}
      <ContactAgentButton
        service={{ section: service.section, slug: service.slug, title: service.title }}
        isSecondary={orderButtons.length > 0}
      />
    </div>
  );
  return (
    <ServiceScreen
      service={service}
      isOrderable={orderButtons.length > 0}
      section={section}
      related={related}
      media={media}
      rating={reviewPage && <RatingLine summary={reviewPage.summary} />}
      reviews={
        <>
          <ReviewList reviewPage={reviewPage} brandName={useSite().brandName} />
          <ReviewForm key={service.path} action={service.path} result={result} />
        </>
      }
      contact={contact}
      usual={<UsualAnswer />}
      proof={reviewPage && <RatingProof summary={reviewPage.summary} />}
      availability={<AvailabilityLine />}
    />
  );
}

/** A service that does not exist has only a title. */
export function servicePageMeta(
  site: Parameters<typeof pageMeta>[0],
  page: ServicePageData | undefined,
): MetaDescriptor[] {
  if (!page) return [{ title: t('Service not found') }];
  const { art, look, title, summary, path } = page.service;
  const [photo] = page.service.photos;
  const preview = photo
    ? photoPreviewPath(photo)
    : art === null
      ? sectionPreviewPath(look)
      : servicePreviewPath(art);
  return [
    ...pageMeta(site, {
      title,
      description: summary,
      path,
      preview,
      ...(photo && { previewAlt: photo.alt }),
    }),
    ...structuredData(...page.structuredData),
  ];
}
