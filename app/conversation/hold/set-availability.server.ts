import { change } from '../../platform/change/change.server.ts';
import { setAcceptsChats } from '../../team/members/availability.server.ts';
import type { ChatHost } from '../chat-host.server.ts';
import { drainQueue } from './drain-queue.server.ts';

/** The accepting/away switch. Whoever starts accepting takes what waits. */
export async function setAvailability(
  host: ChatHost,
  memberId: string,
  acceptsChats: boolean,
): Promise<void> {
  await change(host, undefined, async (tx, after) => {
    await setAcceptsChats(tx, memberId, acceptsChats);
    after.hint(() => host.chat.deskChanged());
    // With the last who accepts chats the places in the queue go, and come back.
    after.hint(() => host.chat.queueChanged());
    if (acceptsChats) after.hint(() => drainQueue(host));
  });
}
