/** Runs `work` after the next paint; in a hidden tab, which is never painted, immediately. */
export function afterPaint(work: () => void): void {
  if (document.hidden) work();
  else requestAnimationFrame(() => setTimeout(work));
}
