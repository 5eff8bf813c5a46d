import { room, type LiveServer } from './live-rooms.ts';

/** Who waits, in order: each visitor with the conversations they have open. */
export type Queue = readonly (readonly string[])[];

/**
 * Tells the visitors whose sockets this process holds their place in the queue: those alone whose
 * place is another than they were told before. Each process tells its own, so that a thousand who
 * move up cost no other process anything.
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
