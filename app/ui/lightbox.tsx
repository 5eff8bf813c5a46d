import { useEffect, useRef, useState } from 'react';
import { Icon } from './icon.tsx';
import { useSwipe } from './use-swipe.ts';
import './lightbox.css';

export interface LightboxPicture {
  readonly src: string;
  readonly description: string;
  readonly width: number;
  readonly height: number;
}

interface LightboxProps {
  readonly pictures: readonly LightboxPicture[];
  /** The picture it opens with. */
  readonly start: number;
  readonly onClose: () => void;
}

/** One picture at a time over the page. After the last comes the first. */
export function Lightbox({ pictures, start, onClose }: LightboxProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [index, setIndex] = useState(start);
  const picture = pictures[index];
  const step = (by: number) =>
    setIndex((current) => (current + by + pictures.length) % pictures.length);
  const { offset, isSwiping, handlers } = useSwipe(step);

  // Modal: the browser keeps the focus inside and gives it back when the dialog closes.
  useEffect(() => dialog.current?.showModal(), []);

  function onKeyDown(event: React.KeyboardEvent) {
    if (event.key === 'ArrowLeft') step(-1);
    else if (event.key === 'ArrowRight') step(1);
    else if (event.key === 'Home') setIndex(0);
    else if (event.key === 'End') setIndex(pictures.length - 1);
    else return;
    event.preventDefault();
  }

  const close = () => dialog.current?.close();
  if (!picture) return null;
  return (
    <dialog
      ref={dialog}
      aria-label="Picture viewer"
      className="lightbox"
      onClose={onClose}
      onKeyDown={onKeyDown}
      onClick={(event) => event.target === event.currentTarget && close()}
    >
      <figure
        {...handlers}
        className={`lightbox-stage ${isSwiping ? 'is-swiping' : ''}`}
        onClick={(event) => event.target === event.currentTarget && close()}
      >
        <img
          key={picture.src}
          src={picture.src}
          alt={picture.description}
          width={picture.width}
          height={picture.height}
          draggable={false}
          style={offset ? { transform: `translateX(${offset}px)` } : undefined}
        />
        <figcaption className="text-center text-sm text-white/85 max-md:px-4">
          <span aria-live="polite" className="sr-only">
            Picture {index + 1} of {pictures.length}: {picture.description}
          </span>
          <span aria-hidden="true" className="max-md:hidden">
            {picture.description}
            <span className="mx-2.5 opacity-60">·</span>
            <span className="tabular-nums">
              {index + 1} / {pictures.length}
            </span>
          </span>
        </figcaption>
      </figure>
      {pictures.length > 1 && (
        <>
          <button
            type="button"
            aria-label="Previous picture"
            className="lightbox-button lightbox-previous"
            onClick={() => step(-1)}
          >
            <Icon name="arrow-left-bold" />
          </button>
          <button
            type="button"
            aria-label="Next picture"
            className="lightbox-button lightbox-next"
            onClick={() => step(1)}
          >
            <Icon name="arrow-right-bold" />
          </button>
          <div className="lightbox-dots">
            {pictures.map(({ src }, dot) => (
              <button
                key={src}
                type="button"
                aria-label={`Picture ${dot + 1}`}
                aria-current={dot === index ? 'true' : undefined}
                onClick={() => setIndex(dot)}
              />
            ))}
          </div>
        </>
      )}
      <button
        type="button"
        aria-label="Close"
        className="lightbox-button lightbox-close"
        onClick={close}
      >
        <Icon name="x-bold" />
      </button>
    </dialog>
  );
}
