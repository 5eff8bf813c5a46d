/**
 * Runs `work` and answers no sooner than after this delay, so that the response time does not leak
 * what the response hides. Errors are delayed as well.
 */
export async function inEvenTime<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([
    work(),
    new Promise<void>((resolve) => setTimeout(resolve, milliseconds)),
  ]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
