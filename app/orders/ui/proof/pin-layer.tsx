import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { t } from '../../../i18n/translate.ts';
import { isComposing } from '../../../ui/is-composing.ts';
import { useHydrated } from '../../../ui/use-hydrated.ts';
import { formatPosition, type CommentView } from '../../protocol/proof.ts';
import { placeOf, pointAt, type DraftPoint } from './draft-point.ts';

export interface PinLayerProps {
  /** The comments that have a pin here. */
  readonly comments: readonly CommentView[];
  readonly point: DraftPoint;
  /** Undefined for readers who cannot comment. */
  readonly onPoint: ((point: DraftPoint) => void) | undefined;
  /** Called once the point is final, so that the words can be typed. */
  readonly onChosen: () => void;
  /** The page that is shown, or null for pictures. */
  readonly page: number | null;
  /** Names the button that chooses a point. */
  readonly label: string;
  readonly hint: string;
  readonly children: ReactNode;
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

/** A picture or page with a numbered pin for each comment. It is not mirrored in languages from right to left. */
export function PinLayer(props: PinLayerProps) {
  const { comments, point, onPoint, onChosen, page, label, hint, children } = props;
  const isHydrated = useHydrated();
  const place = placeOf(point);
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
    <>
      <div dir="ltr" className="relative mx-auto w-fit">
        {children}
        {onPoint && isHydrated && (
          <button
            type="button"
            onClick={choose}
            onKeyDown={move}
            aria-label={label}
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
      </div>
      {onPoint && isHydrated && (
        <p id="proof-keys" className="mt-2 text-[13.5px] text-ink-3">
          {hint}
        </p>
      )}
      <p className="sr-only" role="status">
        {place ? formatPosition({ page, atMs: null, x: place.x * 10, y: place.y * 10 }) : ''}
      </p>
    </>
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
