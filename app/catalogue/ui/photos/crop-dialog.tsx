import { say } from '../../../platform/say.ts';
import { useEffect, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import { FieldError } from '../../../ui/field-error.tsx';
import { useModal } from '../../../ui/use-modal.ts';
import type { PhotoOrigin } from '../../protocol/media-limits.ts';
import { plainPhotoPath, type ServicePhoto } from '../../protocol/photo.ts';
import { callMedia } from './call-media.ts';
import { cropOf, LEAST_SIZE, movePart, partOfCrop, type Part } from './crop-part.ts';

interface CropDialogProps {
  readonly id: string;
  readonly number: number;
  readonly onClose: () => void;
  readonly onCropped: (photo: Omit<ServicePhoto, 'alt'>) => void;
}

export function CropDialog({ id, number, onClose, onCropped }: CropDialogProps) {
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
        {say('What is shown of photo {number}', { number })}
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
          {say('Cancel')}
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
          {say('Use the whole photo')}
        </button>
        <button
          type="button"
          className="button button-primary button-small"
          aria-disabled={!origin || isBusy}
          onClick={() => void crop()}
        >
          {isBusy ? say('Cropping …') : say('Use this part')}
        </button>
      </div>
    </dialog>,
    document.body,
  );
}

interface PartProps {
  readonly part: Part;
  readonly onPart: (part: Part) => void;
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

const SLIDERS = [
  { name: 'size', label: 'How much of it', least: LEAST_SIZE },
  { name: 'x', label: 'From left to right', least: 0 },
  { name: 'y', label: 'From top to bottom', least: 0 },
] as const;

function Sliders({ part, onPart }: PartProps) {
  return (
    <div className="mt-5 grid gap-3 sm:grid-cols-3">
      {SLIDERS.map(({ name, label, least }) => (
        <label key={name} className="text-[15px] font-semibold">
          {say(label)}
          <input
            type="range"
            min={least}
            max={100}
            step={1}
            value={Math.round(part[name])}
            aria-valuetext={say('{percent} percent', { percent: Math.round(part[name]) })}
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
