import type { SpokenSettings } from './speech-of-member.server.ts';
import type { ChangeHost } from '../../../platform/change/change.server.ts';
import type { Mail } from '../../../platform/email/mail.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import type { Auth } from '../sign-in/auth.server.ts';
import type { MemberSockets } from '../sessions/sessions.server.ts';

export interface TeamServices extends ChangeHost, MemberSockets {
  readonly auth: Auth;
  readonly mail: Mail;
  readonly settings: Pick<Settings, 'origin' | 'brandName' | 'secondFactorFor'> & SpokenSettings;
}
