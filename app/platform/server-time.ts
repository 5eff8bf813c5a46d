let aheadMs = 0;

/** The answer's Date tells whole seconds: half of one is the best guess at the rest. */
const ROUNDED_MS = 500;

/** Takes an answer's Date: a device's own clock may be minutes off. */
export function learnServerTime(date: string | null): void {
  const told = Date.parse(date ?? '');
  if (Number.isNaN(told)) return;
  const difference = told + ROUNDED_MS - Date.now();
  // A second more or less is how long the answer took.
  aheadMs = Math.abs(difference) < 2 * ROUNDED_MS ? 0 : difference;
}

/** What the server's clock says now, as far as it has told. */
export function serverNow(): number {
  return Date.now() + aheadMs;
}
