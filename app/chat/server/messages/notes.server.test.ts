import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { VISITORS } from '../../../../tests/support/cast.ts';
import { createTestAppContext } from '../../../../tests/support/app-context.ts';
import { request } from '../../../../tests/support/request.ts';
import { createChatContext, hire, useDatabase } from '../../../../tests/support/database.ts';
import { refusalOf, teamServices, TEST_ORIGIN } from '../../../../tests/support/team.ts';
import { visit } from '../../../../tests/support/visit.ts';
import { readThread } from '../read/read-thread.server.ts';
import { conversationNotes } from './tables.server.ts';
import { visitorBrowsers } from '../tables.server.ts';
import { rememberBrowser } from './visitor-browser.server.ts';
import { writeNote } from './write-note.server.ts';

const store = useDatabase();
const nobody = () => Promise.resolve(false);
const SECRET = 'The visitor must never read this';

const note = (conversationId: string, text = SECRET, clientId: string = crypto.randomUUID()) => ({
  conversationId,
  clientId,
  text,
});

const KNOWS_NOTES =
  /conversationNotes|conversation_notes|visitorNotes|visitor_notes|noteMentions|note_mentions|saveVisitorNote|-notes?\.server/;

/** Files that write or read notes, and files that answer the team, programs or an admin's export. */
const MAY_KNOW_NOTES = [
  'app/chat/server/access.server.ts',
  'app/chat/server/assignment/transfer-visitor.server.ts',
  'app/chat/server/contacts/about-visitor.server.ts',
  'app/chat/server/contacts/read-person-view.server.ts',
  'app/chat/server/contacts/tables.server.ts',
  'app/chat/server/privacy/export-conversations.server.ts',
  'app/chat/server/read/read-notes.server.ts',
  'app/chat/server/read/read-thread.server.ts',
  'app/chat/server/messages/note-undelivered.server.ts',
  'app/chat/server/messages/tables.server.ts',
  'app/chat/server/messages/write-note.server.ts',
  'app/api/server/conversation-operations.server.ts',
  'app/api/server/event-operations.server.ts',
  'app/notifications/server/mention/mention-kind.server.ts',
  'app/orders/pages/team-order.tsx',
  'app/orders/server/board/note-order.server.ts',
  'app/chat/http/inbox.ts',
  'app/chat/http/inbox-conversations.ts',
  'app/chat/http/inbox-visitors.ts',
];

describe('a private note', () => {
  test('reaches the team and nobody else: no visitor’s answer and no visitor’s event holds it', async () => {
    const maya = await hire(store.db, 'maya');
    const elena = await visit(store.db, VISITORS.elena);
    await elena.sendText('Hello');
    await writeNote(
      createChatContext(store.db, elena.clock, elena.publisher),
      maya,
      note(elena.id),
    );
    await elena.answer(maya, 'Good morning');

    const thread = await readThread(store.db, maya, elena.visitorId, nobody);
    expect(thread?.notes).toMatchObject([{ text: SECRET, authorName: 'Maya Okafor' }]);
    expect(elena.events.find(({ name }) => name === 'note')).toMatchObject({ to: 'maya' });

    // This gives the browser a secret that the test knows.
    const { browserId, setCookie } = await rememberBrowser(store.db, elena.clock, TEST_ORIGIN);
    await store.db.execute(
      `update conversations set browser_id = '${browserId}' where id = '${elena.id}'`,
    );
    const appContext = createTestAppContext(store.db, teamServices(store.db));
    const cookie = setCookie.split(';')[0];
    const answers = await Promise.all(
      ['', `/${elena.id}`, `/${elena.id}/messages?after=0`].map(async (path) =>
        (await request(appContext, 'GET', `/chat/conversations${path}`, { cookie })).text(),
      ),
    );
    expect(answers[2]).toContain('Good morning');
    for (const answer of answers) expect(answer).not.toContain(SECRET);
    const told = elena.events.filter(({ name }) =>
      ['message', 'conversation', 'seen by agent'].includes(name),
    );
    expect(told.length).toBeGreaterThan(0);
    expect(JSON.stringify(told)).not.toContain(SECRET);
    expect(await store.db.select().from(visitorBrowsers)).toHaveLength(2);
  });

  test('is known to no file that answers, tells or mails visitors', () => {
    const root = new URL('../../../../', import.meta.url);
    const sources = ['app', 'server']
      .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: fileURLToPath(root) }))
      .filter((file) => !/\.test\.|\/team-words/.test(file));
    expect(sources.length).toBeGreaterThan(1000);
    const knowing = sources.filter((file) =>
      KNOWS_NOTES.test(readFileSync(new URL(file, root), 'utf8')),
    );
    // tests/hostile/private-notes.slow.test.ts covers all URLs, events and emails.
    expect(knowing.toSorted()).toEqual(MAY_KNOW_NOTES.toSorted());
  });

  test('is written by whoever may read the conversation', async () => {
    const maya = await hire(store.db, 'maya');
    const leo = await hire(store.db, 'leo', { acceptsChats: false });
    const ines = await hire(store.db, 'ines');
    const elena = await visit(store.db, VISITORS.elena);
    const write = (member: typeof maya) =>
      writeNote(createChatContext(store.db, elena.clock, elena.publisher), member, note(elena.id));
    await write(maya);
    await write(ines);
    expect(await refusalOf(write(leo))).toMatchObject({ status: 404 });
  });

  test('that is repeated is kept once; blank and too long ones are refused', async () => {
    const maya = await hire(store.db, 'maya');
    const elena = await visit(store.db, VISITORS.elena);
    const write = (text: string, clientId?: string) =>
      writeNote(
        createChatContext(store.db, elena.clock, elena.publisher),
        maya,
        note(elena.id, text, clientId),
      );
    const clientId = crypto.randomUUID();
    const first = await write('Call back', clientId);
    expect(await write('Call back', clientId)).toEqual(first);
    expect(await store.db.select().from(conversationNotes)).toHaveLength(1);
    expect(await refusalOf(write('Other words', clientId))).toMatchObject({ status: 409 });
    expect(await refusalOf(write('  \n\0'))).toMatchObject({ status: 400 });
    expect(await refusalOf(write('x'.repeat(4001)))).toMatchObject({ status: 413 });
  });
});
