/** How far a page scrolls before the header gets a ground of its own. */
const SCROLLED_PX = 24;

/** Says at the root of the page whether it is scrolled; what the header makes of it is CSS. */
export function watchScrolling(): void {
  const read = () =>
    document.documentElement.toggleAttribute('data-scrolled', window.scrollY > SCROLLED_PX);
  read();
  window.addEventListener('scroll', read, { passive: true });
}
