import { useCallback, useEffect, useRef, useState } from 'react';

/** How much of a clip must be in view for it to play. */
const IN_VIEW = 0.5;

/**
 * Plays a clip while it is in view. It never starts by itself where less motion is asked for, and
 * once a person has paused it, only a person starts it again.
 */
export function usePlayback() {
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
    const lessMotion = matchMedia('(prefers-reduced-motion: reduce)');
    let isInView = false;
    const settle = () => {
      if (isInView && !isHeld.current && !lessMotion.matches) play(element);
      else if (!isInView || lessMotion.matches) element.pause();
    };
    const observer = new IntersectionObserver(
      ([entry]) => {
        isInView = entry?.isIntersecting ?? false;
        settle();
      },
      { threshold: IN_VIEW },
    );
    observer.observe(element);
    lessMotion.addEventListener('change', settle);
    return () => {
      observer.disconnect();
      lessMotion.removeEventListener('change', settle);
    };
  }, []);

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
        setDuration(
          Number.isFinite(event.currentTarget.duration) ? event.currentTarget.duration : 0,
        ),
    },
  };
}

function play(element: HTMLVideoElement): void {
  // Refused by a browser that saves power, or cut short by a pause: the controls show it.
  element.play().catch(() => undefined);
}
