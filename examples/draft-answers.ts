// EMBARKA_KEY=emb_… node examples/draft-answers.ts
//
// Drafts replies for waiting visitors as private notes, which an agent may edit and send. The key
// needs conversations:read and notes:write, so the program cannot send messages. A note's id is
// derived from its message, so that restarts and parallel runs create no duplicates.

import { createHash } from 'node:crypto';
import { ask, readEvents, readNewest, type Message } from './client.ts';

const LOOK_EVERY_MS = Number(process.env.LOOK_EVERY_MS ?? 2000);

const options = {
  origin: process.env.EMBARKA_ORIGIN ?? 'http://localhost:3000',
  key: process.env.EMBARKA_KEY,
};
if (!options.key)
  throw new Error('Set EMBARKA_KEY to a key with the scopes conversations:read and notes:write.');

/** Replace this function with your own, such as a model with your price list. */
function propose({ text }: Message): string | undefined {
  if (/price|cost|how much|quote/i.test(text)) {
    return 'Each service’s page shows its price. Shall I make you an offer for exactly what you need?';
  }
  if (/when|how long|deadline|by monday/i.test(text)) {
    return 'The delivery time is next to each price. When do you need it?';
  }
  return undefined;
}

/** Derives the same UUID each time for a message. */
function noteIdFor({ id }: Message): string {
  const hex = createHash('sha256').update(`draft ${id}`).digest('hex');
  const variant = ((Number.parseInt(hex[16] ?? '0', 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-');
}

async function draftFor(message: Message): Promise<void> {
  const proposal = propose(message);
  if (proposal === undefined) return;
  const body = JSON.stringify({ clientId: noteIdFor(message), text: `Draft: ${proposal}` });
  const path = `/api/v1/conversations/${message.conversationId}/notes`;
  // Conversation deleted, or a different draft exists: neither is a reason to stop.
  const answer = await ask(options, path, { body, type: 'application/json' }, [404, 409]);
  if (answer.ok) console.log(`Drafted for message ${message.number} of ${message.conversationId}`);
}

// Earlier messages have been answered, or are being answered.
let next = await readNewest(options);
console.log('Drafting');
for (;;) {
  const page = await readEvents(options, next);
  if (!page) {
    next = await readNewest(options);
    continue;
  }
  for (const { type, message } of page.data) {
    if (type === 'message.sent' && message?.author.side === 'visitor') await draftFor(message);
  }
  next = page.next;
  if (next >= page.newest) await new Promise((resume) => setTimeout(resume, LOOK_EVERY_MS));
}
