import { browserStorage, loadText, saveText } from '../ui/browser-storage.ts';

/**
 * The browser stores the author's name and email address (rule 77). This is only a convenience: the server does not
 * trust it.
 */
export interface ReviewerIdentity {
  readonly name: string;
  readonly email: string;
}

/** Returns null when nothing is stored or storage is blocked. */
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
