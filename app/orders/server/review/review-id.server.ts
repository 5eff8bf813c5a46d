import { hash } from 'node:crypto';

/** Derives a review's id from order and service, so that a service of an order can be reviewed only once. */
export function reviewIdOf(orderId: string, path: string): string {
  const hex = hash('sha256', `${orderId} ${path}`);
  // Formats the hash as a UUID of version 8, which is reserved for custom schemes.
  const [a, b, c, d, e] = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return `${a}-${b}-${c}-${d}-${e}`;
}
