// EMBARKA_KEY=emb_… node examples/follow-conversations.ts crm.json
// Keeps a copy of all conversations, as a CRM would: reads what there is, then follows what happens by one
// number. Kill it whenever you like. What it has made of a page and the number it goes on from are written
// as one file, by a rename, so that the next start knows exactly what this one had: nothing is missed, and
// what is read a second time is put where it already is.

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
if (!options.key) throw new Error('Set EMBARKA_KEY: a key with the scope conversations:read.');

interface Copy {
  /** The number of the last event that is in it; null until everything was read once. */
  next: number | null;
  readonly conversations: Record<string, Conversation>;
  /** By conversation, then by number. */
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

/** What is there: the number first, so that what happens while the lists are read is followed afterwards. */
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
  const kept = (copy.messages[id] ??= {});
  for (let after = 0, more = true; more;) {
    const answer = await ask(options, `${path}?after=${after}`);
    const page = (await answer.json()) as { data: readonly Message[]; more: boolean };
    for (const message of page.data) kept[message.number] = message;
    after = page.data.at(-1)?.number ?? after;
    more = page.more;
  }
}

/** What happened since, a page; false where there is nothing more at present. */
async function followOnce(copy: Copy): Promise<boolean> {
  const page = await readEvents(options, copy.next ?? 0);
  if (!page) {
    // Away for months, or the shop was restored from a backup.
    copy.next = null;
    return false;
  }
  // Each conversation once, as it is now, however much happened to it on this page.
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
    // Gone meanwhile: the event that says so is on a later page.
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
