import * as v from 'valibot';
import { markMentionsSeen, readMentions } from '../server/read/read-mentions.server.ts';
import { uuid } from '../../platform/fields.ts';
import { team } from '../../http/calls.server.ts';

export const loader = team.read(async ({ host, who }) => ({
  mentions: await readMentions(host.db, who),
}));

/** The member has this visitor's thread open, so its mentions are marked as seen. */
export const action = team.write(
  v.object({ visitorId: uuid }),
  async ({ visitorId }, { host, who }) => markMentionsSeen(host, who, visitorId),
);
