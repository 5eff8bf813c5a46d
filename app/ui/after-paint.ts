/** Runs `work` once what was just changed can be seen: at once in a tab that nobody looks at. */
export function afterPaint(work: () => void): void {
  if (document.hidden) work();
  else requestAnimationFrame(() => setTimeout(work));
}
