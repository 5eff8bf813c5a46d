/** A link of a menu that lies over the page closes it: it may lead elsewhere on this same page. */
export function closeMenuOnLeaving(): void {
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    target.closest('a')?.closest<HTMLElement>('[popover]')?.hidePopover();
  });
}
