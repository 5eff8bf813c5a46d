import {
  OutboxWorker,
  type OutboxWorkerOptions,
} from '../../app/platform/change/outbox-worker.server.ts';

/** Does what is due in the outbox now, as a process does, and ends. */
export async function workOff(options: Omit<OutboxWorkerOptions, 'report'>): Promise<void> {
  let tries = 0;
  const report = (_kind: string, event: string) => {
    if (event === 'attempt') tries += 1;
  };
  const worker = new OutboxWorker({ ...options, report });
  for (let before = -1; before !== tries;) {
    before = tries;
    await worker.look();
    await worker.settled();
  }
  await worker.close();
}
