/** Abort controllers of the drafts in this process, so that stopping a draft frees the endpoint at once. */
export const runningDrafts = new Map<string, AbortController>();

/** Aborts the draft if it runs in this process. Another process notices the stop within seconds. */
export function abortDraft(id: string): void {
  runningDrafts.get(id)?.abort();
}
