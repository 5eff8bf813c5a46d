import type { KeyboardEvent, MouseEvent } from 'react';
import type { FileView } from '../../../chat/protocol/files.ts';
import { PREVIEW_SIDES } from '../../../chat/protocol/files.ts';
import { t } from '../../../i18n/translate.ts';
import { isComposing } from '../../../ui/is-composing.ts';
import { useHydrated } from '../../../ui/use-hydrated.ts';
import { formatPosition, type CommentView } from '../../protocol/proof.ts';
import { placeOf, pointAt, type DraftPoint } from './draft-point.ts';

interface ImageStageProps {
  readonly file: FileView;
  /** The path of the file. Its previews are below it. */
  readonly path: string;
  readonly comments: readonly CommentView[];
  readonly point: DraftPoint;
  /** Undefined for readers who cannot comment. */
  readonly onPoint: ((point: DraftPoint) => void) | undefined;
  /** Called once the point is final, so that the words can be typed. */
  readonly onChosen: () => void;
}

/** Percent by which an arrow key moves the crosshair, without and with Shift. */
const STEP = 1;
const LARGE_STEP = 10;

const MOVES: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Shows the picture with a numbered pin for each comment. The picture is not mirrored in languages from right to left. */
export function ImageStage({ file, path, comments, point, onPoint, onChosen }: ImageStageProps) {
  const isHydrated = useHydrated();
  const place = placeOf(point);
  const size = sizeOf(file);
  const choose = (event: MouseEvent<HTMLButtonElement>) => {
    // A click without a pointer comes from the keyboard, which has moved the crosshair before.
    if (event.detail > 0) {
      const box = event.currentTarget.getBoundingClientRect();
      onPoint?.(
        pointAt(
          ((event.clientX - box.left) / box.width) * 100,
          ((event.clientY - box.top) / box.height) * 100,
        ),
      );
    } else if (!place) onPoint?.(pointAt(50, 50));
    onChosen();
  };
  const move = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    const direction = MOVES[event.key];
    if (!direction || !onPoint) return;
    event.preventDefault();
    const step = event.shiftKey ? LARGE_STEP : STEP;
    const from = place ?? { x: 50, y: 50 };
    onPoint(pointAt(from.x + direction[0] * step, from.y + direction[1] * step));
  };
  return (
    <div dir="ltr" className="relative mx-auto w-fit max-w-full">
      <img
        src={`${path}/large`}
        alt={file.name}
        width={size.width}
        height={size.height}
        className="block h-auto max-w-full rounded-[10px] bg-sunken ring-1 ring-line"
      />
      {onPoint && isHydrated && (
        <button
          type="button"
          onClick={choose}
          onKeyDown={move}
          aria-label={t('Choose a point of the image')}
          aria-describedby="proof-keys"
          className="absolute inset-0 size-full cursor-crosshair rounded-[10px]"
        />
      )}
      {/* The policy of pages forbids inline styles, and the attributes of SVG place a pin without any. */}
      <svg className="pointer-events-none absolute inset-0 size-full overflow-visible">
        {comments.map((comment) => (
          <Pin key={comment.id} comment={comment} />
        ))}
        {place && (
          <g data-testid="crosshair" aria-hidden="true" className="fill-primary/40">
            <circle
              cx={`${place.x}%`}
              cy={`${place.y}%`}
              r={15}
              className="stroke-night stroke-[5]"
            />
            <circle
              cx={`${place.x}%`}
              cy={`${place.y}%`}
              r={15}
              className="stroke-white stroke-2"
            />
          </g>
        )}
      </svg>
      {onPoint && isHydrated && (
        <p id="proof-keys" dir="auto" className="mt-2 text-[13.5px] text-ink-3">
          {t(
            'Press a point of the image to comment there. With the keyboard, move with the arrow keys (Shift for larger steps), then press Enter.',
          )}
        </p>
      )}
      <p className="sr-only" role="status">
        {place ? formatPosition({ page: null, atMs: null, x: place.x * 10, y: place.y * 10 }) : ''}
      </p>
    </div>
  );
}

function Pin({ comment }: { readonly comment: CommentView }) {
  const { number, position, resolvedBy } = comment;
  if (position.x === null || position.y === null) return null;
  const where = formatPosition(position);
  const at = { cx: `${position.x / 10}%`, cy: `${position.y / 10}%` };
  const isOpen = resolvedBy === null;
  return (
    <a
      id={`pin-${number}`}
      href={`#comment-${number}`}
      aria-label={
        isOpen
          ? t('Comment {number}: {where}', { number, where })
          : t('Comment {number}, resolved: {where}', { number, where })
      }
      onClick={() => openDetailsAround(number)}
      className={`group pointer-events-auto cursor-pointer outline-none target:[&>.pin]:stroke-sun ${isOpen ? '' : 'opacity-80'}`}
    >
      {/* Fingers need a larger target than the pin. */}
      <circle {...at} r={22} className="fill-transparent" />
      <circle
        {...at}
        r={18}
        className="fill-transparent stroke-transparent stroke-[4] group-focus-visible:stroke-sun"
      />
      <circle
        {...at}
        r={15}
        className={`pin stroke-white stroke-2 ${isOpen ? 'fill-primary' : 'fill-sunken'}`}
      />
      <text
        x={at.cx}
        y={at.cy}
        textAnchor="middle"
        dominantBaseline="central"
        className={`text-[14px] font-bold tabular-nums ${isOpen ? 'fill-on-primary' : 'fill-ink-2'}`}
      >
        {number}
      </text>
    </a>
  );
}

/** The resolved comments are folded. */
function openDetailsAround(number: number): void {
  const details = document.getElementById(`comment-${number}`)?.closest('details');
  if (details) details.open = true;
}

/** The size of the large preview, which never enlarges a picture. */
export function sizeOf({ width, height }: FileView): { width: number; height: number } {
  const [wide, high] = [width ?? 1, height ?? 1];
  const scale = Math.min(1, PREVIEW_SIDES.large / Math.max(wide, high));
  return { width: Math.round(wide * scale), height: Math.round(high * scale) };
}
