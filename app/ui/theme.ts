import { afterPaint } from './after-paint.ts';
import { browserStorage, loadText, saveText } from './browser-storage.ts';

/** Chosen theme; without a choice the operating system decides. */
type Theme = 'light' | 'dark';

const KEY = 'theme';
const BY_CLOCK = 'clock';
/** Of the visitor's own clock. */
const DAY = { from: 7, until: 19 };

/** Of a press that is not shown yet: the next one turns from here. */
let wanted: Theme | undefined;

/**
 * Applies the stored choice, before the first paint, so that no page flashes; from then on a click
 * on a switch (app/ui/theme-switch.tsx) changes it, on whatever page.
 */
export function keepTheme(): void {
  const { dataset } = document.documentElement;
  // A preview comes in the theme that was asked for.
  const chosen = dataset.theme ?? loadText(browserStorage(), KEY);
  if (chosen === 'light' || chosen === 'dark') showTheme(chosen);
  else if (chosen === BY_CLOCK) followClock();
  document.addEventListener('click', ({ target }) => {
    const pressed = target instanceof Element && target.closest('[data-theme-switch]');
    if (pressed) turn(pressed);
  });
}

/** Light by day and dark by night, as the visitor's clock has it. */
export function isByClock(): boolean {
  return loadText(browserStorage(), KEY) === BY_CLOCK;
}

/** Whoever no longer wants that keeps the theme of now. */
export function setByClock(isOn: boolean): void {
  if (!isOn) return chooseTheme(currentTheme());
  saveText(browserStorage(), KEY, BY_CLOCK);
  return followClock();
}

/** Returns the function that stops listening. */
export function onThemeChosen(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

export function themeAt(hour: number): Theme {
  return hour >= DAY.from && hour < DAY.until ? 'light' : 'dark';
}

/** Day or night, as it is now. */
export function followClock(): void {
  showTheme(themeAt(new Date().getHours()));
}

/** On the page, and around it where a telephone colours its own bars alike. */
function showTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  // The first is the light one's.
  document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]').forEach((meta, index) => {
    meta.media = (theme === 'dark') === index > 0 ? '' : 'not all';
  });
}

/** The new light grows out of the switch, where the browser can and motion is welcome. */
function turn(from: Element): void {
  const theme = (wanted ?? currentTheme()) === 'dark' ? 'light' : 'dark';
  wanted = theme;
  // A whole page in other colours takes a slow telephone a while: that it was pressed is seen before.
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
  // A second press, or a page in the background, ends it at once.
  ready.catch(() => {});
  const stop = () => delete root.dataset.turning;
  return void finished.then(stop, stop);
}

function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** Where storage is forbidden the choice lasts as long as the page. */
function chooseTheme(theme: Theme): void {
  if (wanted === theme) wanted = undefined;
  showTheme(theme);
  saveText(browserStorage(), KEY, theme);
}
