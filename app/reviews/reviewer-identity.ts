/** Who this browser says it is (SPEC §3); a convenience that proves nothing to the server. */
export interface ReviewerIdentity {
  readonly name: string;
  readonly email: string;
}

/** Null when nothing is stored or storage is forbidden. */
export function readIdentity(): ReviewerIdentity | null {
  try {
    const name = localStorage.getItem('visitorName');
    const email = localStorage.getItem('visitorEmail');
    return name && email ? { name, email } : null;
  } catch {
    return null;
  }
}

export function storeIdentity({ name, email }: ReviewerIdentity): void {
  try {
    localStorage.setItem('visitorName', name);
    localStorage.setItem('visitorEmail', email);
  } catch {
    // Without storage the form asks again next time.
  }
}
