import type { ChatContext } from '../../chat/server/chat-context.server.ts';
import type { Mail } from '../../platform/email/mail.ts';
import type { RateLimits } from '../../platform/rate-limit.ts';
import type { Settings } from '../../platform/settings.server.ts';
import type { Language } from '../../platform/languages.ts';

export interface ClientContext extends ChatContext {
  readonly mail: Pick<Mail, 'send'>;
  readonly limits: RateLimits;
  readonly settings: Pick<Settings, 'origin' | 'brandName' | 'languages'>;
}

/** Somebody who has proved that they read the email of an address. */
export interface Client {
  readonly id: string;
  readonly email: string;
  /** Null until the client chooses one. */
  readonly language: Language | null;
}

export interface ClientSession {
  readonly sessionId: string;
  readonly browserId: string;
  readonly client: Client;
}

/** An audit entry of a client names no member. */
export const traceOfClient = (requestId: string) => ({ member: undefined, requestId });
