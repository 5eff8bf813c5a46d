import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.server.ts';
import type { Mail } from '../platform/mail/mail.ts';
import type { Settings } from '../platform/settings.server.ts';
import type { Auth } from './auth.server.ts';

/** What the use cases of the team need besides the database; the host of a request has it all. */
export interface TeamServices {
  readonly auth: Auth;
  readonly clock: Clock;
  readonly mail: Mail;
  readonly log: Log;
  readonly settings: Pick<Settings, 'origin' | 'brandName'>;
}
