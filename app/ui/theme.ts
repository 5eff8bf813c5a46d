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
    if (!(target instanceof Element) || !target.closest('[data-theme-switch]')) return;
    chooseTheme(currentTheme() === 'dark' ? 'light' : 'dark');
  });
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
