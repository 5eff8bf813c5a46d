import { afterPaint } from './when-idle.ts';
import { browserStorage, loadText, saveText } from './browser-storage.ts';

type Theme = 'light' | 'dark';

const KEY = 'theme';
const BY_CLOCK = 'clock';
/** The hours of the day by the visitor's clock. */
const DAY = { from: 7, until: 19 };

/** The theme of a click that is not applied yet; the next click toggles from here. */
let wanted: Theme | undefined;

/**
 * Applies the stored theme before the first paint, so that the page does not flash, and handles clicks on
 * every theme switch (app/ui/theme-switch.tsx).
 */
export function keepTheme(): void {
  const { dataset } = document.documentElement;
  // A preview has the theme that its URL asks for.
  const chosen = dataset.theme ?? loadText(browserStorage(), KEY);
  if (chosen === 'light' || chosen === 'dark') showTheme(chosen);
  else if (chosen === BY_CLOCK) followClock();
  document.addEventListener('click', ({ target }) => {
    const pressed = target instanceof Element && target.closest('[data-theme-switch]');
    if (pressed) turn(pressed);
  });
}

export function isByClock(): boolean {
  return loadText(browserStorage(), KEY) === BY_CLOCK;
}

/** Switching this off keeps the current theme. */
export function setByClock(isOn: boolean): void {
  if (!isOn) return chooseTheme(currentTheme());
  saveText(browserStorage(), KEY, BY_CLOCK);
  return followClock();
}

/** Returns a function that removes the listener. */
export function onThemeChosen(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

export function themeAt(hour: number): Theme {
  return hour >= DAY.from && hour < DAY.until ? 'light' : 'dark';
}

export function followClock(): void {
  showTheme(themeAt(new Date().getHours()));
}

function showTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  // The first element is that of the light theme.
  document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]').forEach((meta, index) => {
    meta.media = (theme === 'dark') === index > 0 ? '' : 'not all';
  });
}

/** Toggles the theme with a circle growing from the switch, if the browser supports it and reduced motion is off. */
function turn(from: Element): void {
  const theme = (wanted ?? currentTheme()) === 'dark' ? 'light' : 'dark';
  wanted = theme;
  // Restyling the whole page takes a slow phone a while, so the pressed state is painted first.
  afterPaint(() => turnTo(theme, from));
}

function turnTo(theme: Theme, from: Element): void {
  const { documentElement: root } = document;
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (isStill || !('startViewTransition' in document)) return chooseTheme(theme);
  const { left, top, width, height } = from.getBoundingClientRect();
  root.style.setProperty('--turn-x', `${left + width / 2}px`);
  root.style.setProperty('--turn-y', `${top + height / 2}px`);
  root.dataset.turning = '';
  const { ready, finished } = document.startViewTransition(() => chooseTheme(theme));
  // A second click or a hidden tab aborts the transition.
  ready.catch(() => {});
  const stop = () => delete root.dataset.turning;
  return void finished.then(stop, stop);
}

function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** If storage is forbidden, the choice lasts until the page is left. */
function chooseTheme(theme: Theme): void {
  if (wanted === theme) wanted = undefined;
  showTheme(theme);
  saveText(browserStorage(), KEY, theme);
}
