import type { SpokenSettings } from './member-language.server.ts';
import type { ChangeContext } from '../../../platform/change/change.server.ts';
import type { Mail } from '../../../platform/email/mail.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import type { Auth } from '../sign-in/auth.server.ts';
import type { MemberSockets } from '../sessions/sessions.server.ts';

export interface TeamServices extends ChangeContext, MemberSockets {
  readonly auth: Auth;
  readonly mail: Mail;
  readonly settings: Pick<Settings, 'origin' | 'brandName' | 'secondFactorFor'> & SpokenSettings;
}
