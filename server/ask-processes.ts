import { setTimeout } from 'node:timers/promises';
import { room, type LiveServer } from './live-rooms.ts';

/** A process that does not answer within this time has nobody. */
const ANSWER_WITHIN_MS = 1000;

export interface ProcessAnswers {
  /** Whether anybody has one of these conversations open, on any process. */
  isAnybodyIn(conversationIds: readonly string[]): Promise<boolean>;
  /** Whether this person has the dashboard in front of them, on any process. */
  isInFront(memberId: string): Promise<boolean>;
}

/** Answers what other processes ask about the sockets here, and asks them the same. */
export function openProcessQuestions(io: LiveServer, hasOthers: boolean): ProcessAnswers {
  async function isAnybodyIn(conversationIds: readonly string[]): Promise<boolean> {
    if (conversationIds.length === 0) return false;
    if (isAnybodyHere(conversationIds)) return true;
    return askOthers((hear) => io.serverSideEmit('isAnybodyIn', conversationIds, hear));
  }

  async function isInFront(memberId: string): Promise<boolean> {
    if (isInFrontHere(memberId)) return true;
    return askOthers((hear) => io.serverSideEmit('isInFront', memberId, hear));
  }

  /** A yes or no of the other processes: sockets fetched from one would come with their cookies. */
  async function askOthers(
    ask: (hear: (late: Error | null, answers: boolean[]) => void) => void,
  ): Promise<boolean> {
    if (!hasOthers) return false;
    const answered = new Promise<boolean>((resolve) => {
      ask((_late, answers) => resolve(answers.some(Boolean)));
    });
    return Promise.race([answered, setTimeout(ANSWER_WITHIN_MS, false, { ref: false })]);
  }

  function isAnybodyHere(conversationIds: readonly string[]): boolean {
    const { rooms } = io.sockets.adapter;
    return conversationIds.some((id) => rooms.has(room.conversation(id)));
  }
  io.on('isAnybodyIn', (conversationIds, answer) => answer(isAnybodyHere(conversationIds)));

  const isInFrontHere = (memberId: string) => io.sockets.adapter.rooms.has(room.front(memberId));
  io.on('isInFront', (memberId, answer) => answer(isInFrontHere(memberId)));

  return { isAnybodyIn, isInFront };
}
