import * as v from 'valibot';
import { markMentionsSeen, readMentions } from '../../conversation/read/read-mentions.server.ts';
import { uuid } from '../../platform/fields.ts';
import { team } from './calls.server.ts';

/** Notes that name whoever asks, and that they have not seen. */
export const loader = team.read(async ({ host, who }) => ({
  mentions: await readMentions(host.db, who),
}));

/** They have the thread of this visitor in front of them. */
export const action = team.write(
  v.object({ visitorId: uuid }),
  async ({ visitorId }, { host, who }) => markMentionsSeen(host, who, visitorId),
);
