/** Drafts that this process is writing, so that whoever stops one frees the endpoint at once. */
export const underWay = new Map<string, AbortController>();

/** Lets go of the endpoint; another process finds out within seconds. */
export function abortDraft(id: string): void {
  underWay.get(id)?.abort();
}
