import { browserStorage, loadText, saveText } from './browser-storage.ts';

/** Chosen theme; without a choice the operating system decides. */
type Theme = 'light' | 'dark';

const KEY = 'theme';

/**
 * Applies the stored choice, before the first paint, so that no page flashes; from then on a click
 * on a switch (app/ui/theme-switch.tsx) changes it, on whatever page.
 */
export function keepTheme(): void {
  const { dataset } = document.documentElement;
  // A preview comes in the theme that was asked for.
  const chosen = dataset.theme ?? loadText(browserStorage(), KEY);
  if (chosen === 'light' || chosen === 'dark') dataset.theme = chosen;
  document.addEventListener('click', ({ target }) => {
    const pressed = target instanceof Element && target.closest('[data-theme-switch]');
    if (pressed) turn(pressed, currentTheme() === 'dark' ? 'light' : 'dark');
  });
}

/** The new light grows out of the switch, where the browser can and motion is welcome. */
function turn(from: Element, theme: Theme): void {
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
  document.documentElement.dataset.theme = theme;
  saveText(browserStorage(), KEY, theme);
}
