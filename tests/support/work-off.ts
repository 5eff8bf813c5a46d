import { JobWorker, type JobWorkerOptions } from '../../app/platform/change/job-worker.server.ts';

/** Does what is due in the outbox now, as a process does, and ends. */
export async function workOff(options: Omit<JobWorkerOptions, 'report'>): Promise<void> {
  let tries = 0;
  const report = (_kind: string, event: string) => {
    if (event === 'attempt') tries += 1;
  };
  const worker = new JobWorker({ ...options, report });
  for (let before = -1; before !== tries;) {
    before = tries;
    await worker.look();
    await worker.settled();
  }
  await worker.close();
}
