import { Link } from 'react-router';
import { Icon } from '../../ui/icon.tsx';
import { Picture } from '../../ui/picture.tsx';
import { photoSources, plainPhotoPath } from '../../catalogue/protocol/photo.ts';
import { formatCardPrice } from '../price.ts';
import { langOf } from '../../catalogue/protocol/lang-of.ts';
import { cardPicture, type CardRating, type CardService } from '../service.ts';
import { t } from '../../i18n/translate.ts';

interface ServiceCardProps {
  readonly service: CardService;
  /** In a list on small screens, the picture is beside the text. */
  readonly isInList?: boolean;
  readonly heading?: 'h3' | 'h4';
}

/** The whole card is clickable, but only its link is in the tab order. */
export function ServiceCard({
  service,
  isInList = false,
  heading: Heading = 'h3',
}: ServiceCardProps) {
  return (
    <article
      className={`group relative flex h-full flex-col rounded-card bg-surface shadow-rest ring-1 ring-line forced-colors:border transition duration-180 ease-out has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-2 has-[a:focus-visible]:outline-primary motion-safe:hover:-translate-y-1 hover:shadow-overlay ${isInList ? 'max-md:flex-row' : ''}`}
    >
      <div
        className={`card-picture relative p-2 pb-0 ${isInList ? 'max-md:w-[136px] max-md:shrink-0 max-md:pe-0 max-md:pb-2' : ''}`}
      >
        <Picture
          file={pictureOf(service)}
          sizes={
            isInList
              ? '(min-width: 64rem) 26.25rem, (min-width: 48.0625rem) 50vw, 8.5rem'
              : '21.25rem'
          }
          alt=""
          width={400}
          height={300}
          loading="lazy"
          className={`aspect-4/3 w-full rounded-[13px] object-cover ${isInList ? 'max-md:aspect-auto max-md:h-full max-md:min-h-[104px]' : ''}`}
        />
        {service.rating && <RatingBadge rating={service.rating} />}
      </div>
      <div
        className={`flex min-w-0 flex-1 flex-col px-[18px] pt-4 pb-[18px] ${isInList ? 'max-md:px-4 max-md:pt-3.5 max-md:pb-3.5' : ''}`}
      >
        <Heading
          dir="auto"
          lang={langOf(service, 'title')}
          className={`leading-[1.15] tracking-[-0.02em] [overflow-wrap:anywhere] ${isInList ? 'text-[17px] md:text-[19px]' : 'text-[19px]'}`}
        >
          {service.title}
        </Heading>
        <p
          dir="auto"
          lang={langOf(service, 'summary')}
          className="mt-[7px] line-clamp-2 text-[14.5px] leading-[1.45] text-ink-2"
        >
          {service.summary}
        </p>
        <div className="mt-auto flex flex-wrap items-baseline justify-between gap-x-2.5 gap-y-1 pt-4 text-[14.5px] max-md:pt-2.5">
          <Link
            to={service.path}
            viewTransition
            className="font-[650] whitespace-nowrap text-primary outline-none after:absolute after:inset-0 after:rounded-card"
            aria-label={t('Read More → {title}', { title: service.title })}
          >
            {`${t('Read More')} `}
            <span aria-hidden="true">→</span>
          </Link>
          <span className="font-semibold tabular-nums">{formatCardPrice(service.price)}</span>
        </div>
      </div>
    </article>
  );
}

/** Browsers without `srcset` get this width. */
const PLAIN_WIDTH = 640;

function pictureOf(service: CardService) {
  const { photo } = service;
  return photo
    ? { src: plainPhotoPath(photo, PLAIN_WIDTH), sources: photoSources(photo) }
    : { src: cardPicture(service) };
}

function RatingBadge({ rating }: { rating: CardRating }) {
  const { average, ratedCount } = rating;
  return (
    <p className="absolute bottom-2 start-4 flex items-center gap-1 rounded-chip bg-surface px-2 py-0.5 text-[13px] font-semibold tabular-nums shadow-rest max-md:bottom-4">
      <span className="sr-only">
        {t('Rated {average} of 5 by {count, plural, one {# customer} other {# customers}}', {
          count: ratedCount,
          average,
        })}
      </span>
      <Icon name="star-fill" size={14} className="text-star" />
      <span aria-hidden="true">
        {average} <span className="font-normal text-ink-2">({ratedCount})</span>
      </span>
    </p>
  );
}
