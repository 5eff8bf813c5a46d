/**
 * Loaded into a server with --import: long timers run QUICK_JOBS times as often, so that scheduled jobs run in a server
 * that is killed after seconds. Jobs of a minute run for the first time after half a minute at the earliest.
 */
const LONG_MS = 30_000;
const factor = Number(process.env.QUICK_JOBS ?? 1);

function quicken<Timer extends object>(timer: Timer): Timer {
  return new Proxy(timer, {
    apply: (target, self, sent: [() => void, ...unknown[]]) => {
      const [work, ms, ...rest] = sent;
      const isLong = typeof ms === 'number' && ms >= LONG_MS;
      const args = [work, isLong ? ms / factor : ms, ...rest];
      return Reflect.apply(target as typeof setTimeout, self, args) as unknown;
    },
  });
}

if (factor > 1) {
  globalThis.setTimeout = quicken(setTimeout);
  globalThis.setInterval = quicken(setInterval);
}
