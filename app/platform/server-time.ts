let aheadMs = 0;

/** The Date header has whole seconds, so half a second is the best guess for the rest. */
const ROUNDED_MS = 500;

/** Learns the server's clock from a Date header, because a device's clock may be minutes off. */
export function learnServerTime(date: string | null): void {
  const told = Date.parse(date ?? '');
  if (Number.isNaN(told)) return;
  const difference = told + ROUNDED_MS - Date.now();
  // A difference below one second is within the response time.
  aheadMs = Math.abs(difference) < 2 * ROUNDED_MS ? 0 : difference;
}

export function serverNow(): number {
  return Date.now() + aheadMs;
}
