import { readCannedReplies } from '../server/messages/canned-replies.server.ts';
import { translates } from '../../platform/address-language.ts';
import { team } from '../../http/calls.server.ts';

export const loader = team.read(async ({ host, who }) => ({
  replies: await readCannedReplies(host.db, who),
  // A shop with a single language needs no translations.
  isTranslated: translates(host.settings.languages),
}));
