import type { Settings } from '../../../platform/settings.server.ts';
import type { TeamServices } from '../members/team-services.ts';

export interface OpenIdServices extends TeamServices {
  readonly settings: TeamServices['settings'] & Pick<Settings, 'openId' | 'signUp'>;
}
