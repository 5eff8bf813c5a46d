/**
 * Runs `work` and answers no sooner than after this long, so that the time an answer takes does
 * not say what the answer itself keeps back. Refusals wait as well.
 */
export async function inEvenTime<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([
    work(),
    new Promise<void>((resolve) => setTimeout(resolve, milliseconds)),
  ]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
