import { setTimeout } from 'node:timers/promises';
import type { ServerOptions } from 'socket.io';
import { room, type LiveServer } from './live-rooms.ts';

/** An answer that arrives later counts as no. */
const ANSWER_WITHIN_MS = 1000;

export interface OtherSockets {
  readonly adapter: NonNullable<ServerOptions['adapter']>;
  /**
   * Returns true when any process has a socket in one of these rooms; false while the processes
   * cannot be asked.
   */
  isAnybodyIn(rooms: readonly string[]): Promise<boolean>;
  /**
   * Calls back when hints may have been lost: in these rooms, or in all rooms for an empty list.
   */
  onMissed(listener: (rooms: readonly string[]) => void): void;
}

export interface ProcessAnswers {
  isAnybodyIn(conversationIds: readonly string[]): Promise<boolean>;
  isInFront(memberId: string): Promise<boolean>;
}

/** Checks the sockets of this process first, and then asks the other processes. */
export function openProcessQuestions(
  io: LiveServer,
  others: OtherSockets | undefined,
): ProcessAnswers {
  async function isAnybodyInRoom(rooms: readonly string[]): Promise<boolean> {
    if (rooms.length === 0) return false;
    if (rooms.some((each) => io.sockets.adapter.rooms.has(each))) return true;
    if (!others) return false;
    return Promise.race([
      others.isAnybodyIn(rooms).catch(() => false),
      setTimeout(ANSWER_WITHIN_MS, false, { ref: false }),
    ]);
  }

  return {
    isAnybodyIn: (conversationIds) => isAnybodyInRoom(conversationIds.map(room.conversation)),
    isInFront: (memberId) => isAnybodyInRoom([room.front(memberId)]),
  };
}
