const SCROLLED_PX = 24;

/** Marks the root element once the page is scrolled. CSS then gives the header a background. */
export function watchScrolling(): void {
  const read = () =>
    document.documentElement.toggleAttribute('data-scrolled', window.scrollY > SCROLLED_PX);
  read();
  window.addEventListener('scroll', read, { passive: true });
}
