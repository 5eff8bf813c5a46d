/** Returns 1 in left-to-right pages and -1 in right-to-left pages: the sign of the reading direction. */
export function readingDirection(): 1 | -1 {
  return document.documentElement.dir === 'rtl' ? -1 : 1;
}
