import { CLIPS_PER_SERVICE, clipPaths, type Clip } from '../pictures/clips.ts';
import { mainPicturePath } from '../pictures/picture-path.ts';
import { plainPhotoPath, videoPath, type ServiceVideo } from '../../catalogue/protocol/photo.ts';
import type { Service } from '../service.ts';
import { t, languageNow } from '../../i18n/translate.ts';
import { Icon } from '../../ui/icon.tsx';
import { clockText, play, playInView, formatClock } from './clip-view.ts';
import './sample-video.css';
import { useCallback, useEffect, useRef, useState } from 'react';

interface SampleVideoProps {
  readonly clip: Clip;
  /** The picture is shown until the first frame has loaded, and in place of a clip that fails to load. */
  readonly fallback: string;
  readonly label: string;
  readonly title: string | undefined;
  readonly isLarge: boolean;
}

interface ClipControlsProps extends Pick<SampleVideoProps, 'label' | 'isLarge'> {
  readonly playback: ReturnType<typeof usePlayback>;
}

type PlayedStyle = React.CSSProperties & { '--played': string };

interface SampleVideosProps {
  readonly service: Pick<Service, 'art' | 'look' | 'title' | 'photos' | 'videos'>;
  /** Sample videos were rendered under this name. Undefined means that there are none. */
  readonly clips?: string | undefined;
  readonly titles?: readonly (string | undefined)[];
}

/** The first sample is large. Videos that the operator added replace the rendered samples. */
export function SampleVideos({ service, clips, titles = [] }: SampleVideosProps) {
  const { title, videos } = service;
  const shown = videos.length > 0 ? videos.map(toSample) : madeSamples(clips, titles);
  return (
    <ul
      aria-label={t('Sample videos: {title}', { title })}
      className="grid grid-cols-1 gap-x-3.5 gap-y-5 min-[520px]:grid-cols-2"
    >
      {shown.map((sample, index) => (
        <li key={sample.clip.poster} className="min-[520px]:first:col-span-2">
          <SampleVideo
            clip={sample.clip}
            fallback={videos.length > 0 ? sample.clip.poster : mainPicturePath(service)}
            label={t('Sample {number}', { number: index + 1 })}
            title={sample.title}
            isLarge={index === 0}
          />
        </li>
      ))}
    </ul>
  );
}

interface Sample {
  readonly clip: Clip;
  readonly title: string | undefined;
}

function madeSamples(clips: string | undefined, titles: readonly (string | undefined)[]): Sample[] {
  if (clips === undefined) return [];
  return Array.from({ length: CLIPS_PER_SERVICE }, (_, index) => {
    const { webp, ...formats } = clipPaths(clips, index + 1);
    return { clip: { ...formats, poster: webp }, title: titles[index] };
  });
}

/** Most screens show a sample at this width. */
const POSTER_WIDTH = 960;

function toSample(video: ServiceVideo): Sample {
  const clip = {
    [video.format]: videoPath(video),
    poster: plainPhotoPath(video.poster, POSTER_WIDTH),
  };
  return { clip, title: video.title || undefined };
}

/** The muted, looping clip plays while it is in view. */
function SampleVideo({ clip, fallback, label, title, isLarge }: SampleVideoProps) {
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
            alt={hasFailed ? t('{name}, a still picture', { name }) : ''}
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
            {` ${t('The video could not be loaded')}`}
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

function ClipControls({ playback, label, isLarge }: ClipControlsProps) {
  const { video, isPlaying, time, duration, toggle, seek } = playback;
  return (
    <div
      role="group"
      aria-label={t('Controls of {label}', { label })}
      className="clip-bar needs-script"
    >
      <button
        type="button"
        aria-label={isPlaying ? t('Pause {label}', { label }) : t('Play {label}', { label })}
        data-labels={
          languageNow() === 'en'
            ? undefined
            : `${t('Play {label}', { label })}|${t('Pause {label}', { label })}`
        }
        className="clip-button"
        onClick={toggle}
      >
        <Icon name={isPlaying ? 'pause-fill' : 'play-fill'} size={18} />
      </button>
      <input
        type="range"
        aria-label={t('Position in {label}', { label })}
        aria-valuetext={
          duration > 0
            ? t('{formatClock} of {formatClock2}', {
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
        aria-label={t('Show {label} on the full screen', { label })}
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

/**
 * Plays a clip while it is in view (clip-view.ts). After a person has paused the clip, only a person can start it
 * again.
 */
function usePlayback() {
  const video = useRef<HTMLVideoElement>(null);
  const isHeld = useRef(false);
  const [isPlaying, setPlaying] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const [time, setTime] = useState(0);
  const [duration, setDuration] = useState(0);
  const fail = useCallback(() => setFailed(true), []);

  useEffect(() => {
    const element = video.current;
    if (!element) return undefined;
    // Reads the state from before this component's event handlers were attached.
    setPlaying(!element.paused);
    setTime(element.currentTime);
    setDuration(knownDuration(element));
    if (element.networkState === HTMLMediaElement.NETWORK_NO_SOURCE) fail();
    return playInView(element, () => isHeld.current);
  }, [fail]);

  return {
    video,
    isPlaying,
    hasFailed,
    time,
    duration,
    fail,
    toggle: () => {
      const element = video.current;
      if (!element) return;
      isHeld.current = !element.paused;
      if (element.paused) play(element);
      else element.pause();
    },
    seek: (seconds: number) => {
      if (video.current) video.current.currentTime = seconds;
      setTime(seconds);
    },
    handlers: {
      onPlay: () => setPlaying(true),
      onPause: () => setPlaying(false),
      onError: fail,
      onTimeUpdate: (event: React.SyntheticEvent<HTMLVideoElement>) =>
        setTime(event.currentTarget.currentTime),
      onDurationChange: (event: React.SyntheticEvent<HTMLVideoElement>) =>
        setDuration(knownDuration(event.currentTarget)),
    },
  };
}

/** The result is 0 while the duration is unknown. */
function knownDuration({ duration }: HTMLVideoElement): number {
  return Number.isFinite(duration) ? duration : 0;
}
