// EMBARKA_KEY=emb_… node examples/follow-conversations.ts crm.json
//
// Keeps a copy of all conversations, as a CRM does: reads the lists once and then follows the
// events. Data and event number are saved together by an atomic rename, so the program may be
// killed at any time: nothing is missed, and a repeated event changes nothing.

import { readFile, rename, writeFile } from 'node:fs/promises';
import {
  ask,
  listConversations,
  readEvents,
  readNewest,
  type Conversation,
  type Message,
} from './client.ts';

const LOOK_EVERY_MS = Number(process.env.LOOK_EVERY_MS ?? 2000);

const options = {
  origin: process.env.EMBARKA_ORIGIN ?? 'http://localhost:3000',
  key: process.env.EMBARKA_KEY,
};
const [file = 'crm.json'] = process.argv.slice(2);
if (!options.key) throw new Error('Set EMBARKA_KEY to a key with the scope conversations:read.');

interface Copy {
  /** The number of the last processed event; null until everything was read once. */
  next: number | null;
  readonly conversations: Record<string, Conversation>;
  readonly messages: Record<string, Record<number, Message>>;
}

const emptyCopy = (): Copy => ({ next: null, conversations: {}, messages: {} });

async function readCopy(): Promise<Copy> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Copy;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return emptyCopy();
    throw error;
  }
}

async function save(copy: Copy): Promise<void> {
  await writeFile(`${file}.new`, JSON.stringify(copy));
  await rename(`${file}.new`, file);
}

/**
 * Reads all data. The event number comes first, so that changes during the reading are followed
 * afterwards.
 */
async function readEverything(): Promise<Copy> {
  const newest = await readNewest(options);
  const copy = emptyCopy();
  for await (const conversation of listConversations(options)) {
    copy.conversations[conversation.id] = conversation;
    await readMessages(copy, conversation.id);
  }
  return { ...copy, next: newest };
}

async function readMessages(copy: Copy, id: string): Promise<void> {
  const path = `/api/v1/conversations/${id}/messages`;
  const saved = (copy.messages[id] ??= {});
  for (let after = 0, more = true; more;) {
    const answer = await ask(options, `${path}?after=${after}`);
    const page = (await answer.json()) as { data: readonly Message[]; more: boolean };
    for (const message of page.data) saved[message.number] = message;
    after = page.data.at(-1)?.number ?? after;
    more = page.more;
  }
}

/** Processes one page of events; returns false when there are no more at present. */
async function followOnce(copy: Copy): Promise<boolean> {
  const page = await readEvents(options, copy.next ?? 0);
  if (!page) {
    // The program was away for months, or the shop was restored from a backup.
    copy.next = null;
    return false;
  }
  // Each changed conversation is read once per page, in its current state.
  const changed = new Set<string>();
  for (const { type, subject, message } of page.data) {
    if (type === 'conversation.deleted') {
      changed.delete(subject);
      delete copy.conversations[subject];
      delete copy.messages[subject];
    } else if (type.startsWith('conversation.') || type.startsWith('message.')) {
      changed.add(subject);
      if (message) (copy.messages[subject] ??= {})[message.number] = message;
    }
  }
  for (const id of changed) {
    const conversation = await readOne(id);
    // Deleted meanwhile: a later page contains that event.
    if (conversation) copy.conversations[id] = conversation;
  }
  const isAtEnd = page.next === copy.next;
  copy.next = page.next;
  if (!isAtEnd) await save(copy);
  return page.next < page.newest;
}

async function readOne(id: string): Promise<Conversation | undefined> {
  const answer = await ask(options, `/api/v1/conversations/${id}`, undefined, [404]);
  return answer.ok ? ((await answer.json()) as Conversation) : undefined;
}

let copy = await readCopy();
for (;;) {
  if (copy.next === null) {
    copy = await readEverything();
    await save(copy);
  }
  console.log(`Following from ${copy.next}`);
  while (copy.next !== null) {
    while (await followOnce(copy));
    await new Promise((resume) => setTimeout(resume, LOOK_EVERY_MS));
  }
}
