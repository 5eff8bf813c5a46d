import type { Settings } from '../../platform/settings.server.ts';
import type { TeamServices } from '../members/team-services.ts';

/** What signing in at a provider needs; the host of a request has it all. */
export interface OpenIdServices extends TeamServices {
  readonly settings: TeamServices['settings'] & Pick<Settings, 'openId' | 'signUp'>;
}
