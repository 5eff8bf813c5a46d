import { readingDirection } from './direction.ts';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { Icon } from './icon.tsx';
import { Picture, type PictureFile } from './picture.tsx';
import { useModal } from './use-modal.ts';
import './lightbox.css';
import { t } from '../i18n/translate.ts';
import { isComposing } from './is-composing.ts';

/** rule 37: a shorter movement is accidental. */
const SWIPE_THRESHOLD_PX = 50;

/** A click may move the pointer this far. */
const STILL_A_CLICK_PX = 6;

export interface LightboxPicture extends PictureFile {
  readonly description: string;
  readonly width: number;
  readonly height: number;
}

interface LightboxProps {
  readonly pictures: readonly LightboxPicture[];
  readonly start: number;
  /** The position of the clicked picture, from which the lightbox grows. */
  readonly from?: DOMRect | undefined;
  readonly onClose: () => void;
}

/** Shows one picture at a time; the first follows the last. */
export function Lightbox({ pictures, start, from, onClose }: LightboxProps) {
  const { ref, close, keepFocusInside } = useModal();
  const [index, setIndex] = useState(start);
  const picture = pictures[index];
  const step = (by: number) =>
    setIndex((current) => (current + by + pictures.length) % pictures.length);
  const swipe = useSwipe(step);
  useGrowing(ref, from);

  function onKeyDown(event: React.KeyboardEvent) {
    if (isComposing(event)) return;
    keepFocusInside(event);
    if (event.key === 'ArrowLeft') step(readingDirection() === 1 ? -1 : 1);
    else if (event.key === 'ArrowRight') step(readingDirection());
    else if (event.key === 'Home') setIndex(0);
    else if (event.key === 'End') setIndex(pictures.length - 1);
    else return;
    event.preventDefault();
  }

  if (!picture) return null;
  return (
    <dialog
      ref={ref}
      aria-label={t('Picture viewer')}
      className="lightbox"
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
      <button
        type="button"
        aria-label={t('Close')}
        className="lightbox-button lightbox-close"
        onClick={close}
      >
        <Icon name="x-bold" />
      </button>
      <Stage
        picture={picture}
        position={index + 1}
        count={pictures.length}
        swipe={swipe}
        onClose={close}
      />
      {pictures.length > 1 && (
        <Steps pictures={pictures} index={index} onStep={step} onChoose={setIndex} />
      )}
    </dialog>
  );
}

function useGrowing(dialog: RefObject<HTMLElement | null>, from: DOMRect | undefined) {
  useEffect(() => {
    const image = dialog.current?.querySelector('img');
    const to = image?.getBoundingClientRect();
    if (!from || !to?.width || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const x = from.left + from.width / 2 - (to.left + to.width / 2);
    const y = from.top + from.height / 2 - (to.top + to.height / 2);
    const away = { transform: `translate(${x}px, ${y}px) scale(${from.width / to.width})` };
    image?.animate([away, { transform: 'none' }], {
      duration: 320,
      easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)',
    });
  }, [dialog, from]);
}

interface StageProps {
  readonly picture: LightboxPicture;
  readonly position: number;
  readonly count: number;
  readonly swipe: ReturnType<typeof useSwipe>;
  readonly onClose: () => void;
}

function Stage({ picture, position, count, swipe, onClose }: StageProps) {
  const image = useRef<HTMLImageElement>(null);
  const { offset, isSwiping, wasSwipe, handlers } = swipe;
  return (
    <figure
      {...handlers}
      className={`lightbox-stage ${isSwiping ? 'is-swiping' : ''}`}
      onClick={(event) => {
        // A swipe also ends with a click, which must not close the lightbox.
        if (!wasSwipe() && !isInside(event, image.current)) onClose();
      }}
    >
      <span className="lightbox-frame">
        <Picture
          ref={image}
          key={picture.src}
          file={picture}
          sizes="100vw"
          alt={picture.description}
          width={picture.width}
          height={picture.height}
          draggable={false}
          style={{
            // A vector drawing has no maximum size, so the container limits it.
            width: `min(100cqw, ${(100 * picture.width) / picture.height}cqh)`,
            transform: offset ? `translateX(${offset}px)` : undefined,
          }}
        />
      </span>
      <figcaption className="text-center text-sm text-white/85 max-md:px-4">
        <span aria-live="polite" className="sr-only">
          {`${t('Picture')} `}
          {position}
          {` ${t('of')} `}
          {count}: <bdi>{picture.description}</bdi>
        </span>
        <span aria-hidden="true" className="max-md:hidden">
          <bdi>{picture.description}</bdi>
          <span className="mx-2.5 opacity-60">·</span>
          <span className="tabular-nums">
            {position} / {count}
          </span>
        </span>
      </figcaption>
    </figure>
  );
}

interface StepsProps {
  readonly pictures: readonly LightboxPicture[];
  readonly index: number;
  readonly onStep: (by: number) => void;
  readonly onChoose: (index: number) => void;
}

function Steps({ pictures, index, onStep, onChoose }: StepsProps) {
  return (
    <>
      <button
        type="button"
        aria-label={t('Previous picture')}
        className="lightbox-button lightbox-previous"
        onClick={() => onStep(-1)}
      >
        <Icon name="arrow-left-bold" />
      </button>
      <button
        type="button"
        aria-label={t('Next picture')}
        className="lightbox-button lightbox-next"
        onClick={() => onStep(1)}
      >
        <Icon name="arrow-right-bold" />
      </button>
      <div className="lightbox-dots">
        {pictures.map(({ src }, dot) => (
          <button
            key={src}
            type="button"
            aria-label={t('Picture {value}', { value: dot + 1 })}
            aria-current={dot === index ? 'true' : undefined}
            onClick={() => onChoose(dot)}
          />
        ))}
      </div>
    </>
  );
}

function isInside({ clientX, clientY }: React.MouseEvent, element: HTMLElement | null): boolean {
  const box = element?.getBoundingClientRect();
  if (!box) return false;
  return clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom;
}

/** Returns -1 for the previous item, 1 for the next, and 0 below the threshold. */
export function swipeStep(distance: number): -1 | 0 | 1 {
  if (Math.abs(distance) < SWIPE_THRESHOLD_PX) return 0;
  return distance > 0 ? -1 : 1;
}

function useSwipe(onStep: (by: -1 | 1) => void) {
  const start = useRef<{ id: number; x: number } | null>(null);
  const hasMoved = useRef(false);
  const [offset, setOffset] = useState(0);
  const [isSwiping, setSwiping] = useState(false);

  function finish(event: React.PointerEvent, isCancelled: boolean) {
    if (start.current?.id !== event.pointerId) return;
    const step = isCancelled
      ? 0
      : swipeStep((event.clientX - start.current.x) * readingDirection());
    start.current = null;
    setOffset(0);
    setSwiping(false);
    if (step !== 0) onStep(step);
  }

  return {
    offset,
    isSwiping,
    wasSwipe: () => hasMoved.current,
    handlers: {
      onPointerDown(event: React.PointerEvent) {
        // A second finger zooms.
        if (!event.isPrimary || event.button !== 0) return;
        start.current = { id: event.pointerId, x: event.clientX };
        hasMoved.current = false;
        event.currentTarget.setPointerCapture(event.pointerId);
        setSwiping(true);
      },
      onPointerMove(event: React.PointerEvent) {
        if (start.current?.id !== event.pointerId) return;
        const distance = event.clientX - start.current.x;
        hasMoved.current ||= Math.abs(distance) > STILL_A_CLICK_PX;
        setOffset(distance);
      },
      onPointerUp: (event: React.PointerEvent) => finish(event, false),
      onPointerCancel: (event: React.PointerEvent) => finish(event, true),
    },
  };
}
