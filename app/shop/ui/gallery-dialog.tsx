import { useId } from 'react';
import { Icon } from '../../ui/icon.tsx';
import type { LightboxPicture } from '../../ui/lightbox.tsx';
import { Picture } from '../../ui/picture.tsx';
import { useModal } from '../../ui/use-modal.ts';
import './gallery-dialog.css';
import { t } from '../../i18n/translate.ts';

interface GalleryDialogProps {
  readonly title: string;
  readonly pictures: readonly LightboxPicture[];
  /** The viewer zooms in from the rectangle of the pressed picture. */
  readonly onView: (index: number, from: DOMRect) => void;
  readonly onClose: () => void;
}

export function GalleryDialog({ title, pictures, onView, onClose }: GalleryDialogProps) {
  const { ref, close, keepFocusInside } = useModal();
  const id = useId();
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      className="gallery-dialog"
      // A close event of the viewer bubbles up to this dialog and must not close it.
      onClose={(event) => event.target === event.currentTarget && onClose()}
      onKeyDown={keepFocusInside}
      onClick={(event) => event.target === event.currentTarget && close()}
    >
      <div className="p-5 md:p-8">
        <div className="mb-5 flex items-start justify-between gap-4">
          <h2 dir="auto" id={id} className="pt-1.5 text-[clamp(24px,3vw,32px)]">
            {title}
          </h2>
          <button
            type="button"
            aria-label={t('Close gallery')}
            className="icon-button ring-[1.5px] ring-line ring-inset"
            onClick={close}
          >
            <Icon name="x-bold" size={18} />
          </button>
        </div>
        <ul className="grid gap-3.5 min-[480px]:grid-cols-2">
          {pictures.map((picture, index) => (
            <li key={picture.src} className="group relative overflow-hidden rounded-[16px]">
              <Picture
                file={picture}
                sizes="(min-width: 30rem) 50vw, 100vw"
                loading="lazy"
                alt=""
                width={picture.width}
                height={picture.height}
                className="w-full transition-transform duration-[420ms] ease-out group-hover:scale-[1.03]"
              />
              <button
                type="button"
                aria-haspopup="dialog"
                aria-label={t('View larger: {description}', { description: picture.description })}
                className="picture-button"
                onClick={(event) => onView(index, event.currentTarget.getBoundingClientRect())}
              />
            </li>
          ))}
        </ul>
      </div>
    </dialog>
  );
}
