import { useCallback, useEffect, useRef, useState } from 'react';
import { play, playInView } from './clip-view.ts';

/**
 * Plays a clip while it is in view (clip-view.ts). After a person has paused the clip, only a person can start it
 * again.
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
