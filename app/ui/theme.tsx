import { browserStorage, saveText } from './browser-storage.ts';
import { useNonce } from './nonce.ts';

/** Chosen theme; without a choice the operating system decides. */
export type Theme = 'light' | 'dark';

const KEY = 'theme';

/** Applies the stored choice before the first paint, so that no page flashes. */
export function ThemeScript() {
  const nonce = useNonce();
  const script = `try{var t=localStorage.getItem('${KEY}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch{}`;
  return (
    <script nonce={nonce} dangerouslySetInnerHTML={{ __html: script }} suppressHydrationWarning />
  );
}

export function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** Switches and remembers; where storage is forbidden the choice lasts as long as the page. */
export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  saveText(browserStorage(), KEY, theme);
}
