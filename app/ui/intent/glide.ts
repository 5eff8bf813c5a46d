/** The longest smooth scroll on a page takes less time. */
const LONGEST_MS = 1500;

/**
 * Scrolls smoothly to a target on this page (rule 12), even before hydration. From `event` on, React does
 * this (ui/use-hash-scroll.ts).
 */
export function glideUntil(event: string): void {
  const glide = (click: MouseEvent) => {
    if (!leadsOnThisPage(click)) return;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const { style } = document.documentElement;
    style.scrollBehavior = 'smooth';
    const stop = () => void (style.scrollBehavior = '');
    document.addEventListener('scrollend', stop, { once: true });
    setTimeout(stop, LONGEST_MS);
  };
  document.addEventListener('click', glide);
  window.addEventListener(event, () => document.removeEventListener('click', glide), {
    once: true,
  });
}

function leadsOnThisPage(click: MouseEvent): boolean {
  const { target, button, ctrlKey, metaKey, shiftKey, altKey } = click;
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link || click.defaultPrevented || button !== 0) return false;
  if (ctrlKey || metaKey || shiftKey || altKey || link.target) return false;
  const isHere = link.pathname === location.pathname && link.search === location.search;
  return isHere && link.origin === location.origin && link.hash.length > 1;
}
