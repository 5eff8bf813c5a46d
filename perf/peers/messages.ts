import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MessageLine } from './side.ts';

export const TEXT =
  'Could you tell me whether the files come as PDF, and when they would be ready?';
/** Conversations that write in turn, so that each stays below the rate limit of Embarka. */
export const VISITORS = 2000;
export const IN_FLIGHT = 64;
export const CALM_PER_SECOND = 50;

const DELIVERY_MS = 20_000;

export interface Delivered {
  readonly messages: number;
  readonly perSecond: number;
  /** Milliseconds from sending until the receiver has the message. */
  readonly waits: readonly number[];
}

/** Sends at a constant rate, independent of acknowledgements. */
export function sendCalmly(line: MessageLine, seconds: number): Promise<Delivered> {
  return deliver(line, async (send) => {
    const total = seconds * CALM_PER_SECOND;
    const started = performance.now();
    const sending: Promise<void>[] = [];
    while (sending.length < total) {
      const due = Math.min(total, ((performance.now() - started) / 1000) * CALM_PER_SECOND);
      while (sending.length < due) sending.push(send());
      await sleep(1);
    }
    await Promise.all(sending);
  });
}

/** Keeps a fixed number of messages without acknowledgement. */
export function sendFast(line: MessageLine, seconds: number): Promise<Delivered> {
  return deliver(line, async (send) => {
    const until = performance.now() + seconds * 1000;
    const sendOn = async () => {
      while (performance.now() < until) await send();
    };
    await Promise.all(Array.from({ length: IN_FLIGHT }, sendOn));
  });
}

/** Throws if a message is lost or comes twice. */
async function deliver(
  line: MessageLine,
  run: (send: () => Promise<void>) => Promise<void>,
): Promise<Delivered> {
  const sentAt = new Map<string, number>();
  const waits: number[] = [];
  let twice = 0;
  line.onDelivered((clientId) => {
    const at = sentAt.get(clientId);
    sentAt.delete(clientId);
    if (at === undefined) twice += 1;
    else waits.push(performance.now() - at);
  });
  const started = performance.now();
  await run(() => {
    const clientId = randomUUID();
    sentAt.set(clientId, performance.now());
    return line.send(clientId);
  });
  const until = performance.now() + DELIVERY_MS;
  while (sentAt.size > 0 && performance.now() < until) await sleep(5);
  if (sentAt.size > 0) throw new Error(`${sentAt.size} messages were not delivered`);
  if (twice > 0) throw new Error(`${twice} messages were delivered twice`);
  const seconds = (performance.now() - started) / 1000;
  return { messages: waits.length, perSecond: waits.length / seconds, waits };
}
