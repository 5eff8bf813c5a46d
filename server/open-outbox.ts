import { change, type ChangeHost } from '../app/platform/change/change.server.ts';
import { forgetEnded } from '../app/platform/change/claim.server.ts';
import type { OutboxKind } from '../app/platform/change/kind.ts';
import { OutboxWorker } from '../app/platform/change/outbox-worker.server.ts';
import { readWaiting } from '../app/platform/change/read-waiting.server.ts';
import { mailKind } from '../app/platform/email/mail-kind.server.ts';
import type { MailTransport } from '../app/platform/email/mail.ts';
import type { Chore } from '../app/platform/module.ts';
import type { Seal } from '../app/platform/seal.server.ts';
import type { Metrics } from './metrics.ts';
import { ROOMS, type RoomServices } from './modules.ts';

const ROUND_MS = 5000;
const HOUR_MS = 60 * 60 * 1000;

export function openOutbox(
  host: ChangeHost,
  services: RoomServices & { readonly mail: MailTransport },
  seal: Seal,
  metrics: Metrics,
): { readonly worker: OutboxWorker; readonly chores: readonly Chore[] } {
  const { db, clock } = host;
  const kinds: readonly OutboxKind[] = [
    mailKind(host, services.mail, seal),
    ...ROOMS.flatMap((room) => room.kinds?.(services) ?? []),
  ];
  const worker = new OutboxWorker({
    ...host,
    kinds,
    report: metrics.watchOutbox({
      kinds: kinds.map(({ name }) => name),
      readWaiting: () => readWaiting(db, clock),
    }),
  });
  return {
    worker,
    chores: [
      // Finds retries, and jobs of a process that died after its commit.
      { name: 'outbox', everyMs: ROUND_MS, run: () => worker.look() },
      {
        name: 'old outbox',
        everyMs: HOUR_MS,
        run: () => change(host, undefined, (tx) => forgetEnded(tx, clock, kinds)),
      },
    ],
  };
}
