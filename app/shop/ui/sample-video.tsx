import type { Clip } from '../pictures/clip-path.ts';
import { Icon } from '../../ui/icon.tsx';
import { clockText } from './clip-view.ts';
import { formatClock } from './format-clock.ts';
import { usePlayback } from './use-playback.ts';
import './sample-video.css';
import { languageNow, say } from '../../platform/say.ts';

interface SampleVideoProps {
  readonly clip: Clip;
  /** The picture is shown until the first frame has loaded, and in place of a clip that fails to load. */
  readonly fallback: string;
  readonly label: string;
  readonly title: string | undefined;
  readonly isLarge: boolean;
}

/** The muted, looping clip plays while it is in view. */
export function SampleVideo({ clip, fallback, label, title, isLarge }: SampleVideoProps) {
  const playback = usePlayback();
  const { video, hasFailed, toggle, fail, handlers } = playback;
  const name = title === undefined ? label : `${label}: ${title}`;
  return (
    <figure>
      <div
        data-failed={hasFailed || undefined}
        className={`overflow-hidden rounded-card text-[#fff2e8] ${isLarge ? 'rounded-se-[128px] max-md:rounded-se-[80px]' : ''}`}
      >
        <div className="relative aspect-video">
          <img
            src={fallback}
            alt={hasFailed ? say('{name}, a still picture', { name }) : ''}
            width={640}
            height={360}
            className="clip-picture"
          />
          {!hasFailed && (
            <video
              ref={video}
              aria-label={name}
              muted
              loop
              playsInline
              preload="none"
              poster={clip.poster}
              width={640}
              height={360}
              className="clip-picture needs-script"
              onClick={toggle}
              {...handlers}
            >
              <Sources clip={clip} onLastError={fail} />
            </video>
          )}
          <WithoutScript clip={clip} name={name} />
        </div>
        {hasFailed ? (
          // The message is as high as the controls, so that the layout does not shift.
          <p className="clip-bar px-4">
            <Icon name="warning-circle-fill" size={18} />
            {` ${say('The video could not be loaded')}`}
          </p>
        ) : (
          <ClipControls playback={playback} label={label} isLarge={isLarge} />
        )}
      </div>
      <figcaption dir="auto" className="mt-2.5 font-[650]">
        {name}
      </figcaption>
    </figure>
  );
}

/** An error of the last source means that no source can be played. */
function Sources({
  clip: { mp4, webm },
  onLastError,
}: {
  readonly clip: Clip;
  readonly onLastError?: () => void;
}) {
  return (
    <>
      {webm && <source src={webm} type="video/webm" onError={mp4 ? undefined : onLastError} />}
      {mp4 && <source src={mp4} type="video/mp4" onError={onLastError} />}
    </>
  );
}

/** Without scripts, the browser shows its own controls. */
function WithoutScript({ clip, name }: { readonly clip: Clip; readonly name: string }) {
  return (
    <noscript>
      <video
        aria-label={name}
        controls
        muted
        loop
        playsInline
        preload="none"
        poster={clip.poster}
        className="clip-picture"
      >
        <Sources clip={clip} />
      </video>
    </noscript>
  );
}

interface ClipControlsProps extends Pick<SampleVideoProps, 'label' | 'isLarge'> {
  readonly playback: ReturnType<typeof usePlayback>;
}

function ClipControls({ playback, label, isLarge }: ClipControlsProps) {
  const { video, isPlaying, time, duration, toggle, seek } = playback;
  return (
    <div
      role="group"
      aria-label={say('Controls of {label}', { label })}
      className="clip-bar needs-script"
    >
      <button
        type="button"
        aria-label={isPlaying ? say('Pause {label}', { label }) : say('Play {label}', { label })}
        data-labels={
          languageNow() === 'en'
            ? undefined
            : `${say('Play {label}', { label })}|${say('Pause {label}', { label })}`
        }
        className="clip-button"
        onClick={toggle}
      >
        <Icon name={isPlaying ? 'pause-fill' : 'play-fill'} size={18} />
      </button>
      <input
        type="range"
        aria-label={say('Position in {label}', { label })}
        aria-valuetext={
          duration > 0
            ? say('{formatClock} of {formatClock2}', {
                formatClock: formatClock(time),
                formatClock2: formatClock(duration),
              })
            : undefined
        }
        className="clip-seek"
        min={0}
        max={duration || 1}
        step={0.05}
        value={time}
        style={playedStyle(time, duration)}
        onChange={(event) => seek(event.currentTarget.valueAsNumber)}
      />
      {/* The clip starts before hydration (clip-view.ts), so its clock may differ from the server's output. */}
      <span
        className={`px-1.5 whitespace-nowrap ${isLarge ? '' : 'max-lg:hidden'}`}
        suppressHydrationWarning
      >
        {clockText(time, duration)}
      </span>
      <button
        type="button"
        aria-label={say('Show {label} on the full screen', { label })}
        className="clip-button"
        onClick={() => void video.current?.requestFullscreen?.().catch(() => undefined)}
      >
        <Icon name="arrows-out" size={18} />
      </button>
    </div>
  );
}

/**
 * Sets the filled part of the bar, which only one browser draws natively. Undefined before playback, because the
 * content security policy allows styles set by scripts but no inline styles in the HTML.
 */
function playedStyle(time: number, duration: number): PlayedStyle | undefined {
  return duration ? { '--played': `${(100 * time) / duration}%` } : undefined;
}

type PlayedStyle = React.CSSProperties & { '--played': string };
