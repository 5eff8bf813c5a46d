/** '1 review', '7 reviews'. */
export function reviewCountText(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'review' : 'reviews'}`;
}
