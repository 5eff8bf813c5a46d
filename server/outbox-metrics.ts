import { Counter, Gauge, type Registry } from 'prom-client';
import type { OutboxEvent } from '../app/platform/change/outbox-worker.server.ts';
import type { WaitingOfKind } from '../app/platform/change/read-waiting.server.ts';

const COUNTS_FOR_MS = 10_000;

const EVENTS = {
  attempt: ['embarka_outbox_attempts_total', 'Tries of this process, by kind of effect'],
  done: ['embarka_outbox_done_total', 'Effects that this process has done, by kind'],
  failed: ['embarka_outbox_failed_total', 'Effects that this process has given up, by kind'],
} as const satisfies Record<OutboxEvent, readonly [name: string, help: string]>;

export interface OutboxSource {
  readonly kinds: readonly string[];
  readonly readWaiting: () => Promise<readonly WaitingOfKind[]>;
}

export function collectOutbox(
  { kinds, readWaiting }: OutboxSource,
  registry: Registry,
): (kind: string, event: OutboxEvent) => void {
  const counters = Object.fromEntries(
    Object.entries(EVENTS).map(([event, [name, help]]) => {
      const counter = new Counter({ name, help, labelNames: ['kind'], registers: [registry] });
      for (const kind of kinds) counter.inc({ kind }, 0);
      return [event, counter];
    }),
  ) as Record<OutboxEvent, Counter<'kind'>>;

  let counted: { at: number; read: Promise<readonly WaitingOfKind[] | undefined> } | undefined;
  const read = () => {
    const now = performance.now();
    if (!counted || now - counted.at > COUNTS_FOR_MS) {
      counted = { at: now, read: readWaiting().catch(() => undefined) };
    }
    return counted.read;
  };
  for (const [name, help, of] of [
    ['embarka_outbox_waiting', 'Effects to be done, in the whole installation', 'waiting'],
    [
      'embarka_outbox_oldest_seconds',
      'How long the oldest effect is overdue, in the whole installation',
      'oldestSeconds',
    ],
  ] as const) {
    registry.registerMetric(
      new Gauge({
        name,
        help,
        labelNames: ['kind'],
        registers: [],
        async collect() {
          this.reset();
          const waiting = await read();
          if (!waiting) return;
          for (const kind of kinds) {
            this.set({ kind }, waiting.find((one) => one.kind === kind)?.[of] ?? 0);
          }
        },
      }),
    );
  }
  return (kind, event) => counters[event].inc({ kind });
}
