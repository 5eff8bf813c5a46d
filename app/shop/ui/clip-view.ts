/** A clip plays when more than this share of it is visible. */
const IN_VIEW = 0.5;

/**
 * Plays a clip while it is in view, unless `isHeld` says that a person has paused it. With
 * `prefers-reduced-motion`, the clip never starts automatically. Returns a function that stops observing.
 */
export function playInView(video: HTMLVideoElement, isHeld: () => boolean): () => void {
  const lessMotion = matchMedia('(prefers-reduced-motion: reduce)');
  let isInView = false;
  const settle = () => {
    if (!isInView) video.pause();
    else if (!isHeld() && !lessMotion.matches) play(video);
  };
  const changeMotion = () => (lessMotion.matches ? video.pause() : settle());
  const observer = new IntersectionObserver(
    ([intersection]) => {
      isInView = intersection?.isIntersecting ?? false;
      settle();
    },
    { threshold: IN_VIEW },
  );
  observer.observe(video);
  lessMotion.addEventListener('change', changeMotion);
  return () => {
    observer.disconnect();
    lessMotion.removeEventListener('change', changeMotion);
  };
}

export function play(video: HTMLVideoElement): void {
  // Browsers reject playing to save power, and a pause aborts it. The controls show the state in either case.
  video.play().catch(() => undefined);
}

/** An example is '0:05 / 0:12'. Returns '' while the duration is unknown. */
export function clockText(time: number, duration: number): string {
  return duration > 0 ? `${formatClock(time)} / ${formatClock(duration)}` : '';
}

/**
 * Plays the clips of a page before React hydrates it, and updates their controls as React would. `onError` is
 * called for a clip that fails to load. Returns a cleanup function.
 */
export function playClips(onError: () => void): () => void {
  const stops = [...document.querySelectorAll('video')].map((video) => {
    const controls = video.closest('figure')?.querySelector('[role="group"]');
    const [button, icon] = [
      controls?.querySelector('button'),
      controls?.querySelector('button use'),
    ];
    const [bar, clock] = [controls?.querySelector('input'), controls?.querySelector('span')];
    const show = () => {
      const { paused, currentTime, duration: found } = video;
      const duration = Number.isFinite(found) ? found : 0;
      const [from, to] = paused ? ['Pause', 'Play'] : ['Play', 'Pause'];
      // A translated page gives both labels in `data-labels`.
      const said = button?.dataset.labels?.split('|')[paused ? 0 : 1];
      const label = said ?? button?.ariaLabel?.replace(from, to);
      if (button && label) button.ariaLabel = label;
      const drawing = icon
        ?.getAttribute('href')
        ?.replace(/(?<!\w)\w+-fill$/, `${to.toLowerCase()}-fill`);
      if (icon && drawing) icon.setAttribute('href', drawing);
      if (clock) clock.textContent = clockText(currentTime, duration);
      if (!bar || !duration) return;
      bar.max = String(duration);
      bar.value = String(currentTime);
      bar.style.setProperty('--played', `${(100 * currentTime) / duration}%`);
    };
    const events = ['play', 'pause', 'timeupdate', 'durationchange'];
    for (const type of events) video.addEventListener(type, show);
    // An error of the last source means that no source can be played.
    const source = video.querySelector('source:last-of-type');
    source?.addEventListener('error', onError);
    const stopPlaying = playInView(video, () => false);
    return () => {
      stopPlaying();
      for (const type of events) video.removeEventListener(type, show);
      source?.removeEventListener('error', onError);
    };
  });
  return () => {
    for (const stop of stops) stop();
  };
}

/** Examples are '0:05' and '1:12'. */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
