/**
 * Runs `work` under a lock that all tabs of this browser share; rejects if `work` does. Runs `work` without a
 * lock outside secure contexts and in cross-site frames without storage, where there are no locks.
 */
export async function inOneTab(name: string, work: () => Promise<void>): Promise<void> {
  let hasBegun = false;
  try {
    if ('locks' in navigator) {
      await navigator.locks.request(name, () => {
        hasBegun = true;
        return work();
      });
    }
  } catch (error) {
    if (hasBegun) throw error;
  }
  if (!hasBegun) await work();
}
