/** Runs `work` when the page is idle; returns a function that cancels it. */
export function whenIdle(work: () => void): () => void {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 1500);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: 4000 });
  return () => cancelIdleCallback(handle);
}

/** Runs `work` after the next paint; in a hidden tab, which is never painted, immediately. */
export function afterPaint(work: () => void): void {
  if (document.hidden) work();
  else requestAnimationFrame(() => setTimeout(work));
}
