import { useState } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { LightboxPicture } from '../../ui/lightbox.tsx';
import { Picture } from '../../ui/picture.tsx';
import { galleryPictures } from '../gallery-pictures.ts';
import type { Service } from '../service.ts';
import './service-page.css';
import { t } from '../../i18n/translate.ts';
import { langOf } from '../../platform/lang-of.ts';

const GalleryDialog = lazyPart(async () => (await import('./gallery-dialog.tsx')).GalleryDialog, {
  onDismiss: ({ onClose }) => onClose(),
});
const Lightbox = lazyPart(async () => (await import('../../ui/lightbox.tsx')).Lightbox, {
  onDismiss: ({ onClose }) => onClose(),
});

const ON_INTENT = { onPointerEnter: Lightbox.preload, onFocus: Lightbox.preload };

/** With this many small pictures, the last one opens the gallery. */
const TILES = 3;

interface Viewed {
  readonly index: number;
  readonly from: DOMRect;
}

/** The button covers its picture, so its rectangle is that of the picture. */
const placeOf = (event: React.MouseEvent) => event.currentTarget.getBoundingClientRect();

interface ServiceGalleryProps {
  readonly service: Pick<Service, 'art' | 'look' | 'title' | 'photos' | 'fallbacks'>;
}

/** The viewer's code is loaded when the user approaches a picture. */
export function ServiceGallery({ service }: ServiceGalleryProps) {
  const [viewed, setViewed] = useState<Viewed | null>(null);
  const [isGridOpen, setGridOpen] = useState(false);
  const pictures = galleryPictures(service);
  const [main, ...more] = pictures;
  if (!main) return null;
  return (
    <div className="grid gap-3.5 max-md:gap-2">
      <div className="group relative overflow-hidden rounded-panel rounded-se-[128px] max-md:rounded-se-[80px]">
        <Picture
          file={main}
          sizes="(min-width: 64rem) 60vw, (min-width: 48.0625rem) 55vw, 100vw"
          alt={main.description}
          width={main.width}
          height={main.height}
          fetchPriority="high"
          className="main-picture aspect-4/3 w-full object-cover transition-transform duration-[420ms] ease-out group-hover:scale-[1.015]"
        />
        {/* The whole picture is clickable and is a single tab stop. */}
        <button
          type="button"
          aria-haspopup="dialog"
          className="picture-button flex items-end p-4"
          onClick={(event) => setViewed({ index: 0, from: placeOf(event) })}
          {...ON_INTENT}
        >
          <span className="flex h-11 items-center gap-2.5 rounded-[12px] bg-surface px-4 text-[15px] font-[650] text-ink shadow-rest">
            <Icon name="arrows-out" size={18} />
            {` ${t('View larger')}`}
          </span>
        </button>
      </div>
      {more.length > 0 && (
        <ul className="grid grid-cols-3 gap-3.5 max-md:gap-2">
          {more.slice(0, TILES).map((picture, index) => (
            <Tile
              key={picture.src}
              picture={picture}
              isLast={index === TILES - 1}
              count={more.length}
              onView={(from) => setViewed({ index: index + 1, from })}
              onViewAll={() => setGridOpen(true)}
            />
          ))}
        </ul>
      )}
      {isGridOpen && (
        <GalleryDialog
          title={service.title}
          lang={langOf(service, 'title')}
          pictures={pictures}
          onView={(index, from) => setViewed({ index, from })}
          onClose={() => setGridOpen(false)}
        />
      )}
      {viewed !== null && (
        <Lightbox
          pictures={pictures}
          start={viewed.index}
          from={viewed.from}
          onClose={() => setViewed(null)}
        />
      )}
    </div>
  );
}

interface TileProps {
  readonly picture: LightboxPicture;
  readonly isLast: boolean;
  readonly count: number;
  readonly onView: (from: DOMRect) => void;
  readonly onViewAll: () => void;
}

function Tile({ picture, isLast, count, onView, onViewAll }: TileProps) {
  return (
    <li
      className={`group relative overflow-hidden rounded-[16px] max-md:rounded-[12px] ${isLast ? 'print:hidden' : ''}`}
    >
      <Picture
        file={picture}
        sizes="(min-width: 48.0625rem) 20vw, 33vw"
        alt={isLast ? '' : picture.description}
        width={400}
        height={300}
        className={`aspect-4/3 w-full object-cover ${isLast ? '' : 'transition-transform duration-[420ms] ease-out group-hover:scale-[1.03]'}`}
      />
      {isLast ? (
        <button
          type="button"
          aria-haspopup="dialog"
          className="picture-button grid place-items-center ring-1 ring-line ring-inset bg-[rgb(12_16_32/62%)] p-2 text-center text-[15px] leading-snug font-[650] text-balance text-white hyphens-auto hover:bg-[rgb(12_16_32/74%)] max-md:p-1 max-md:text-[13px] max-md:leading-tight"
          onClick={onViewAll}
          onPointerEnter={GalleryDialog.preload}
          onFocus={GalleryDialog.preload}
        >
          {t('View More Photos ({count})', { count })}
        </button>
      ) : (
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label={t('View larger: {description}', { description: picture.description })}
          className="picture-button"
          onClick={(event) => onView(placeOf(event))}
          {...ON_INTENT}
        />
      )}
    </li>
  );
}
