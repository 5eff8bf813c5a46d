import { readCannedReplies } from '../../conversation/say/canned-replies.server.ts';
import { translates } from '../../platform/address-language.ts';
import { team } from './calls.server.ts';

/** What the picker of the reply box offers to whoever is signed in. */
export const loader = team.read(async ({ host, who }) => ({
  replies: await readCannedReplies(host.db, who),
  // In a shop of one language nobody misses a translation.
  isTranslated: translates(host.settings.languages),
}));
