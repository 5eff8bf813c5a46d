import type { ChatHost } from '../../chat/server/chat-host.server.ts';
import type { Files } from '../../files/server/open-files.server.ts';
import type { KnownCatalogue } from '../../shop/live-catalogue.server.ts';
import type { RateLimits } from '../../platform/rate-limit.ts';
import type { Settings } from '../../platform/settings.server.ts';
import type { InboundMail } from './open-inbound-mail.server.ts';

export interface InboundMailHost extends ChatHost, KnownCatalogue {
  readonly settings: Settings;
  readonly files: Files;
  readonly limits: RateLimits;
  /** The key from which the ids of conversations started by email are derived. */
  readonly cookieSecret: string;
  readonly inboundMail: InboundMail;
}
