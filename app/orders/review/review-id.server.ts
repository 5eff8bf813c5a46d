import { hash } from 'node:crypto';

/** The name of the review of one service of one order: sent twice, or from two devices, it is one review. */
export function reviewIdOf(orderId: string, path: string): string {
  const hex = hash('sha256', `${orderId} ${path}`);
  // A uuid as the database writes it, of the version for what is made by a rule of one's own.
  const [a, b, c, d, e] = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return `${a}-${b}-${c}-${d}-${e}`;
}
