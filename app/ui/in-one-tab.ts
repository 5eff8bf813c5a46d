/**
 * Runs `work` while no other tab of this browser runs what has the same name; rejects as it does. At once where
 * there are no locks: outside secure contexts, and in a frame of another site to which the browser gives no storage.
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
