import { change } from '../../../platform/change/change.server.ts';
import { setAcceptsChats } from '../../../accounts/server/members/availability.server.ts';
import type { ChatHost } from '../chat-host.server.ts';
import { drainQueue } from './drain-queue.server.ts';

/** Sets the switch between accepting and away. A member who starts accepting is assigned queued visitors. */
export async function setAvailability(
  host: ChatHost,
  memberId: string,
  acceptsChats: boolean,
): Promise<void> {
  await change(host, undefined, async (tx, after) => {
    await setAcceptsChats(tx, memberId, acceptsChats);
    after.hint(() => host.chat.deskChanged());
    // Queue positions are hidden while nobody accepts chats.
    after.hint(() => host.chat.queueChanged());
    if (acceptsChats) after.hint(() => drainQueue(host));
  });
}
