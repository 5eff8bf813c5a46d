import type { RefObject } from 'react';
import { t } from '../../../i18n/translate.ts';
import { formatTime, type CommentView } from '../../protocol/proof.ts';

interface VideoStageProps {
  readonly ref: RefObject<HTMLVideoElement | null>;
  readonly path: string;
  readonly comments: readonly CommentView[];
  /** Reports the time that is shown. */
  readonly onTime: (ms: number) => void;
}

/** Shows the video with the browser's own controls, and a link for each comment at its time. */
export function VideoStage({ ref, path, comments, onTime }: VideoStageProps) {
  const timed = comments.filter(({ position }) => position.atMs !== null);
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- nobody has written captions of a delivered video */}
      <video
        ref={ref}
        src={path}
        controls
        playsInline
        preload="metadata"
        onTimeUpdate={({ currentTarget }) => onTime(currentTarget.currentTime * 1000)}
        className="block max-h-[70vh] w-full rounded-[10px] bg-night"
      />
      {timed.length > 0 && (
        <ul dir="ltr" aria-label={t('Comments in time')} className="mt-3 flex flex-wrap gap-2">
          {timed.map(({ id, number, position, resolvedBy }) => (
            <li key={id}>
              <a
                id={`pin-${number}`}
                href={`#comment-${number}`}
                onClick={() => {
                  if (!ref.current) return;
                  ref.current.currentTime = (position.atMs ?? 0) / 1000;
                  ref.current.pause();
                }}
                className={`button button-line button-small tabular-nums ${resolvedBy === null ? '' : 'opacity-75'}`}
              >
                {`${number} · ${formatTime(position.atMs ?? 0)}`}
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
