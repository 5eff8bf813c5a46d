import { browserStorage, loadText, saveText } from '../ui/browser-storage.ts';

/** Who this browser says it is (SPEC §3); a convenience that proves nothing to the server. */
export interface ReviewerIdentity {
  readonly name: string;
  readonly email: string;
}

/** Null when nothing is stored or storage is forbidden. */
export function readIdentity(): ReviewerIdentity | null {
  const storage = browserStorage();
  const name = loadText(storage, 'visitorName');
  const email = loadText(storage, 'visitorEmail');
  return name && email ? { name, email } : null;
}

export function storeIdentity({ name, email }: ReviewerIdentity): void {
  const storage = browserStorage();
  saveText(storage, 'visitorName', name);
  saveText(storage, 'visitorEmail', email);
}
