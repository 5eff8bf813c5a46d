import { inEnglish } from './speech.server.ts';
import type { StoredMessage } from './stored-message.ts';

/** An error whose reason is stored and shown later; its own message is for the log. */
export class StoredError extends Error {
  override readonly name: string = 'StoredError';
  readonly stored: StoredMessage;

  constructor(stored: StoredMessage, options?: ErrorOptions) {
    super(inEnglish(stored), options);
    this.stored = stored;
  }
}
