import { setTimeout } from 'node:timers/promises';
import type { ServerOptions } from 'socket.io';
import { room, type LiveServer } from './live-rooms.ts';

/** What is not known within this time is taken for nobody. */
const ANSWER_WITHIN_MS = 1000;

/** What joins the sockets of this process with those of the others. */
export interface OtherSockets {
  /** Connects the rooms of all processes. */
  readonly adapter: NonNullable<ServerOptions['adapter']>;
  /** Whether any process has a socket in one of these rooms; no while that cannot be asked. */
  isAnybodyIn(rooms: readonly string[]): Promise<boolean>;
  /** Calls back when hints may have been missed: in these rooms, or in all where none is named. */
  onMissed(listener: (rooms: readonly string[]) => void): void;
}

export interface ProcessAnswers {
  /** Whether anybody has one of these conversations open, on any process. */
  isAnybodyIn(conversationIds: readonly string[]): Promise<boolean>;
  /** Whether this person has the dashboard in front of them, on any process. */
  isInFront(memberId: string): Promise<boolean>;
}

/** Knows who is here, and asks whether somebody is elsewhere. */
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
