/** 1 where a page is written from left to right, -1 where it is the other way round: the sign of 'on'. */
export function wayOn(): 1 | -1 {
  return document.documentElement.dir === 'rtl' ? -1 : 1;
}
