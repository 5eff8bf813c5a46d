import { CHAT_ES } from '../chat/client/chat-words.es.ts';
import { CHAT_CLIENT_TEAM_ES } from '../chat/client/team-words.es.ts';
import { LAYOUTS_TEAM_ES } from '../portal/team-words.es.ts';
import { UI_TEAM_ES } from '../ui/team-words.es.ts';

/** Every page of the team needs these messages. */
export const SHELL_ES = {
  ...CHAT_ES,
  ...CHAT_CLIENT_TEAM_ES,
  ...LAYOUTS_TEAM_ES,
  ...UI_TEAM_ES,
};
