/** Closes a menu when one of its links is clicked, because the link may lead to the same page. */
export function closeMenuOnLeaving(): void {
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    target.closest('a')?.closest<HTMLElement>('[popover]')?.hidePopover();
  });
}
