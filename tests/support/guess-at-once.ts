import { VISITORS } from './cast.ts';
import type { TestClient, TestProcess } from './cluster.ts';

/** What one client may guess at once for one account, and what each minute gives back. */
const BURST = 10;
const PER_MINUTE = 5;

/**
 * Guesses a password more often than the limit lets, now here, now there: how many guesses were looked at, and how many
 * one process alone would have looked at, which are more on a computer that takes its time.
 */
export async function guessAtOnce(
  client: TestClient,
  processes: readonly TestProcess[],
): Promise<{ tried: number; atLeast: number; atMost: number }> {
  const wrong = { email: VISITORS.mateo, password: 'wrong' };
  const started = performance.now();
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      processes.map((process) => client.submit(process, '/login', wrong)),
    ).flat(),
  );
  const givenBack = ((performance.now() - started) / 60_000) * PER_MINUTE;
  const tried = answers.filter(({ status }) => status !== 429).length;
  return { tried, atLeast: BURST, atMost: BURST + givenBack };
}
