import { readUnread } from '../../conversation/read/read-unread.server.ts';
import { team } from './calls.server.ts';

/** How many messages whoever is signed in has not read, in all of their conversations. */
export const loader = team.read(async ({ host, who }) => ({
  unread: await readUnread(host.db, who.id),
}));
