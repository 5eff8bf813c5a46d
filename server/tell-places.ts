import { room, type LiveServer } from './live-rooms.ts';

/** The waiting visitors in order, each with their open conversations. */
export type Queue = readonly (readonly string[])[];

/**
 * Tells the local visitors their place in the queue, but only visitors whose place has changed.
 * Each process serves its own visitors.
 */
export function createPlaceTeller(
  io: Pick<LiveServer, 'sockets' | 'local'>,
): (queue: Queue) => void {
  let told = new Map<string, number>();
  return (queue) => {
    const places = new Map(queue.flatMap((ids, index) => ids.map((id) => [id, index + 1])));
    const tell = (conversationId: string, queuePosition: number | null) => {
      const name = room.conversation(conversationId);
      if (!io.sockets.adapter.rooms.has(name)) return;
      io.local.to(name).emit('place', { conversationId, queuePosition });
    };
    for (const [id, place] of places) if (told.get(id) !== place) tell(id, place);
    for (const id of told.keys()) if (!places.has(id)) tell(id, null);
    told = places;
  };
}
