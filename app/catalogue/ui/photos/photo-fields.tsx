import { formatPercent } from '../../../platform/formats.ts';
import { t, msg } from '../../../i18n/translate.ts';
import { useState, useEffect, useId } from 'react';
import { parsePhoto, writePhoto, parseVideo } from '../../protocol/media-texts.ts';
import { plainPhotoPath, type ServicePhoto } from '../../protocol/photo.ts';
import { MediaList, type ItemActions } from './media-list.tsx';
import { createPortal } from 'react-dom';
import { FieldError } from '../../../ui/inline-message.tsx';
import { useModal } from '../../../ui/use-modal.ts';
import type { PhotoOrigin, CropView } from '../../protocol/limits.ts';
import { callMedia } from './upload-media.ts';

/** Pages show pictures of services in this aspect ratio. */
const RATIO = 4 / 3;

/** The number is in percent of the largest possible crop. */
const LEAST_SIZE = 20;

/** All numbers are in percent: the size, and the position between the edges. */
interface Part {
  readonly size: number;
  readonly x: number;
  readonly y: number;
}

type Whole = PhotoOrigin['whole'];

interface CropDialogProps {
  readonly id: string;
  readonly number: number;
  readonly onClose: () => void;
  readonly onCropped: (photo: Omit<ServicePhoto, 'alt'>) => void;
}

interface PartProps {
  readonly part: Part;
  readonly onPart: (part: Part) => void;
}

const SLIDERS = [
  { name: 'size', label: msg('Size of the area'), least: LEAST_SIZE },
  { name: 'x', label: msg('Horizontal position'), least: 0 },
  { name: 'y', label: msg('Vertical position'), least: 0 },
] as const;

const ABOUT_PHOTOS = msg(
  'Up to ten photos in JPEG, PNG, WebP or AVIF, at most 15 MB each. The first one represents the service in lists and when its page is shared. Without photos, the service shows its illustration. Camera data, such as where a photo was taken, is removed.',
);

export function PhotoFields() {
  return (
    <MediaList
      kind="photo"
      title={t('Photos')}
      text={t(ABOUT_PHOTOS)}
      addLabel={t('Add photos')}
      noun="photo"
      wordsLabel={(number) => t('Alternative text for photo {number}', { number })}
      thumbnail={Thumbnail}
      actions={CropButton}
    />
  );
}

function Thumbnail({ value }: { readonly value: string }) {
  const photo = parsePhoto(value);
  return (
    photo && (
      <img
        src={plainPhotoPath(photo, 320)}
        alt=""
        width={132}
        height={99}
        draggable={false}
        className="aspect-4/3 w-full rounded-[10px] object-cover"
      />
    )
  );
}

function CropButton({ item, number, list }: ItemActions) {
  const [isOpen, setOpen] = useState(false);
  const photo = parsePhoto(item.value);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className="button button-line button-small"
        onClick={() => setOpen(true)}
      >
        {t('Crop photo {number}', { number })}
      </button>
      {isOpen && photo && (
        <CropDialog
          id={photo.id}
          number={number}
          onClose={() => setOpen(false)}
          onCropped={(cropped) => list.change(item.key, { value: writePhoto(cropped) })}
        />
      )}
    </>
  );
}

const ABOUT_VIDEOS = msg(
  'Up to three videos in MP4 or WebM, at most 20 MB each. They are shown unchanged, including any camera data, and play without sound. They replace the samples that came with the service.',
);

export function VideoFields() {
  return (
    <MediaList
      kind="video"
      title={t('Sample videos')}
      text={t(ABOUT_VIDEOS)}
      addLabel={t('Add sample videos')}
      noun="sample video"
      wordsLabel={(number) => t('Description of sample video {number}', { number })}
      thumbnail={Still}
    />
  );
}

function Still({ value }: { readonly value: string }) {
  const video = parseVideo(value);
  return video && <Thumbnail value={writePhoto(video.poster)} />;
}

function CropDialog({ id, number, onClose, onCropped }: CropDialogProps) {
  const { ref, close, keepFocusInside } = useModal();
  const titleId = useId();
  const [origin, setOrigin] = useState<PhotoOrigin>();
  const [part, setPart] = useState<Part>({ size: 100, x: 50, y: 50 });
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const address = `/team/catalogue/media/${id}`;

  useEffect(() => {
    callMedia<PhotoOrigin>(address).then(
      (found) => {
        setOrigin(found);
        setPart(partOfCrop(found.whole, found.crop));
      },
      ({ message }: Error) => setFault(message),
    );
  }, [address]);

  async function crop(): Promise<void> {
    if (!origin || isBusy) return;
    setBusy(true);
    setFault(undefined);
    try {
      onCropped(await callMedia(address, cropOf(origin.whole, part)));
      close();
    } catch (error) {
      setFault((error as Error).message);
    } finally {
      setBusy(false);
    }
  }

  // The portal puts the dialog outside of the form, so that its sliders are not submitted.
  return createPortal(
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      className="m-auto max-h-[calc(100dvh-32px)] w-[min(720px,calc(100vw-32px))] overflow-auto rounded-panel bg-surface p-5 text-ink shadow-overlay ring-1 ring-line backdrop:bg-night/60 md:p-7"
      onClose={onClose}
      onKeyDown={keepFocusInside}
    >
      <h2 id={titleId} className="text-[24px]">
        {t('Crop photo {number}', { number })}
      </h2>
      {origin && (
        <>
          <Stage origin={origin} part={part} onPart={setPart} />
          <Sliders part={part} onPart={setPart} />
        </>
      )}
      <FieldError id={`${titleId}-fault`} message={fault} />
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <button type="button" className="button button-line button-small" onClick={close}>
          {t('Cancel')}
        </button>
        <button
          type="button"
          className="button button-line button-small"
          disabled={!origin}
          onClick={() => {
            if (origin) onCropped(origin.whole);
            close();
          }}
        >
          {t('Use the whole photo')}
        </button>
        <button
          type="button"
          className="button button-primary button-small"
          aria-disabled={!origin || isBusy}
          onClick={() => void crop()}
        >
          {isBusy ? t('Cropping…') : t('Use this part')}
        </button>
      </div>
    </dialog>,
    document.body,
  );
}

function Stage({ origin: { whole }, part, onPart }: PartProps & { readonly origin: PhotoOrigin }) {
  const { left, top, width, height } = cropOf(whole, part);
  const percent = (pixels: number, of: number) => `${(100 * pixels) / of}%`;
  return (
    <div className="mt-4 grid place-items-center">
      <div className="relative max-w-full overflow-hidden rounded-[10px]">
        <img
          src={plainPhotoPath(whole, 960)}
          alt=""
          width={whole.width}
          height={whole.height}
          draggable={false}
          className="block max-h-[46dvh] w-auto max-w-full object-contain"
        />
        <div
          data-testid="crop-frame"
          className="absolute cursor-move touch-none shadow-[0_0_0_9999px_rgb(12_16_32/62%)] outline-3 -outline-offset-3 outline-primary outline-solid"
          style={{
            left: percent(left, whole.width),
            top: percent(top, whole.height),
            width: percent(width, whole.width),
            height: percent(height, whole.height),
          }}
          onPointerDown={({ currentTarget, pointerId }) =>
            currentTarget.setPointerCapture(pointerId)
          }
          onPointerMove={({ currentTarget, pointerId, movementX, movementY }) => {
            if (!currentTarget.hasPointerCapture(pointerId)) return;
            const scale = width / currentTarget.clientWidth;
            onPart(movePart(whole, part, movementX * scale, movementY * scale));
          }}
        />
      </div>
    </div>
  );
}

function Sliders({ part, onPart }: PartProps) {
  return (
    <div className="mt-5 grid gap-3 sm:grid-cols-3">
      {SLIDERS.map(({ name, label, least }) => (
        <label key={name} className="text-[15px] font-semibold">
          {t(label)}
          <input
            type="range"
            min={least}
            max={100}
            step={1}
            value={Math.round(part[name])}
            aria-valuetext={formatPercent(part[name] / 100)}
            className="mt-1 block h-11 w-full accent-primary"
            onChange={({ currentTarget }) =>
              onPart({ ...part, [name]: currentTarget.valueAsNumber })
            }
          />
        </label>
      ))}
    </div>
  );
}

export function cropOf(whole: Whole, { size, x, y }: Part): CropView {
  const width = Math.max(1, Math.round((widest(whole) * size) / 100));
  const height = Math.min(whole.height, Math.max(1, Math.round(width / RATIO)));
  return {
    left: Math.round(((whole.width - width) * x) / 100),
    top: Math.round(((whole.height - height) * y) / 100),
    width,
    height,
  };
}

/** Without a crop, returns the largest one in the middle. */
export function partOfCrop(whole: Whole, crop: CropView | null): Part {
  if (!crop) return { size: 100, x: 50, y: 50 };
  const share = (at: number, room: number) => (room <= 0 ? 50 : clamp((100 * at) / room, 0));
  return {
    size: clamp((100 * crop.width) / widest(whole), LEAST_SIZE),
    x: share(crop.left, whole.width - crop.width),
    y: share(crop.top, whole.height - crop.height),
  };
}

/** The movement is in pixels of the original. */
export function movePart(whole: Whole, part: Part, right: number, down: number): Part {
  const { width, height } = cropOf(whole, part);
  const by = (moved: number, room: number) => (room <= 0 ? 0 : (100 * moved) / room);
  return {
    ...part,
    x: clamp(part.x + by(right, whole.width - width), 0),
    y: clamp(part.y + by(down, whole.height - height), 0),
  };
}

function widest({ width, height }: Whole): number {
  return Math.min(width, Math.round(height * RATIO));
}

function clamp(percent: number, least: number): number {
  return Math.min(100, Math.max(least, percent));
}
