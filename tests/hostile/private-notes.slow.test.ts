import type { RouteConfigEntry } from '@react-router/dev/routes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { claimDueMails } from '../../app/chat/server/email/schedule-mail.server.ts';
import { visitorMailKind } from '../../app/chat/server/email/visitor-mail-kind.server.ts';
import { conversationNotes } from '../../app/chat/server/messages/tables.server.ts';
import { labels, visitorLabels } from '../../app/chat/server/contacts/tables.server.ts';
import { jobsTable } from '../../app/platform/tables.server.ts';
import routes from '../../app/routes.ts';
import { VISITORS } from '../support/cast.ts';
import { createChatContext, TestClock, useDatabaseOnce } from '../support/database.ts';
import { ENDPOINT_LIST } from '../support/endpoints.ts';
import { isLong } from '../support/long-form.ts';
import { openOrderScene, type OrderScene } from '../support/order-scene.ts';
import { RecordingMail, TEST_ORIGIN } from '../support/team.ts';
import { workOff } from '../support/work-off.ts';

/** In each text that is the team's alone. */
const SECRET = 'Wharfside-4711';
const store = useDatabaseOnce();
let scene: OrderScene;
let noteId = '';
let labelId = '';

beforeAll(async () => {
  scene = await openOrderScene(store.db);
  const { elena, visitorId, cookies, post } = scene;
  const expectOk = async (answer: Promise<Response>) => {
    const { status } = await answer;
    expect(status).toBeLessThan(300);
  };
  await expectOk(
    post(`/agentchat/conversations/${elena.id}/notes`, cookies.maya, {
      clientId: crypto.randomUUID(),
      text: `${SECRET} beside the conversation, @Ines`,
    }),
  );
  await expectOk(
    post(`/agentchat/visitors/${visitorId}/note`, cookies.maya, {
      text: `${SECRET} about the person`,
      version: 0,
    }),
  );
  const [label] = await store.db
    .insert(labels)
    .values({ name: SECRET, colour: 'blue', createdAt: new Date() })
    .returning({ id: labels.id });
  labelId = label?.id ?? '';
  await store.db.insert(visitorLabels).values({ visitorId, labelId });
  const [note] = await store.db.select({ id: conversationNotes.id }).from(conversationNotes);
  noteId = note?.id ?? '';
});
afterAll(() => scene.close());

/** Every address of the product, by construction: whoever adds one is in this test. */
const PATHS = [...leaves(routes), ...new Set(ENDPOINT_LIST.map(({ path }) => path))];

/** Each address with each id that a curious visitor could put into it. */
function addressesOf(path: string): string[] {
  const { elena, visitorId, orderId, offers, fileId } = scene;
  const ids = [elena.id, visitorId, orderId, fileId, noteId, labelId];
  const secret = /\/order\/([^/?]+)/.exec(scene.path)?.[1] ?? '';
  return ids.map((id) =>
    path
      .replace(':id', id)
      .replace(':secret', secret)
      .replace(':offer', offers.open)
      .replace(':number', 'E-1001')
      .replace(':draft', noteId)
      .replace(':name', 'stripe')
      .replace(':theme', 'light')
      .replace(':section', 'graphics')
      .replace(':slug', 'book-design')
      .replace(':kind', 'service')
      .replace(':language', 'es')
      .replace(':colour', 'aabbcc')
      .replaceAll('/:preview?', '')
      .replace('*', `conversations/${id}/notes`),
  );
}

interface Heard {
  readonly address: string;
  readonly text: string;
}

/** Asks for every address, and for its data: in the short form only where the test asks for that. */
async function askEverything(cookie: string, { paths = PATHS, alsoData = isLong } = {}) {
  const heard: Heard[] = [];
  for (const address of new Set(paths.flatMap(addressesOf))) {
    for (const form of [`${address}?after=0`, ...(alsoData ? [`${address}.data`] : [])]) {
      // oxlint-disable-next-line no-await-in-loop -- a visitor asks one thing after the other
      const answer = await scene.server.ask(form, { cookie });
      // oxlint-disable-next-line no-await-in-loop -- the same
      const text = `${JSON.stringify([...answer.headers])} ${await answer.text()}`;
      heard.push({ address: form, text });
    }
  }
  return heard;
}

/** What a visitor may send, with the answers to it. */
async function sendEverything(): Promise<Heard[]> {
  const { elena, offers, post, submit, path } = scene;
  const own = `/chat/conversations/${elena.id}`;
  const bodies: Readonly<Record<string, unknown>> = {
    [`${own}/messages`]: { clientId: crypto.randomUUID(), text: 'What did you write about me?' },
    [`${own}/read`]: { number: 1 },
    [`${own}/name`]: { name: 'Elena' },
    [`${own}/link`]: {},
    [`${own}/confirmation`]: {},
    [`${own}/code`]: { code: '000000' },
    [`${own}/rating`]: { score: 5, comment: '' },
    [`${own}/take-back`]: { number: 1 },
    [`${own}/offers/${offers.open}`]: { answer: 'declined' },
    [`/agentchat/conversations/${elena.id}/notes`]: { clientId: noteId, text: 'Mine' },
    [`/agentchat/visitors/${scene.visitorId}/note`]: { text: 'Mine', version: 0 },
    [`/agentchat/conversations/${elena.id}/drafts`]: { kind: 'summary' },
  };
  const heard: Heard[] = [];
  for (const [address, body] of Object.entries(bodies)) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    heard.push({ address, text: await (await post(address, elena.cookie, body)).text() });
  }
  for (const intent of ['brief', 'accept', 'revise', 'refund', 'review']) {
    // oxlint-disable-next-line no-await-in-loop -- the same
    const answer = await submit(path, elena.cookie, { intent, message: 'Please', 'answer-0': 'A' });
    // oxlint-disable-next-line no-await-in-loop -- the same
    heard.push({ address: `${path} ${intent}`, text: await answer.text() });
  }
  return heard;
}

const told = (heard: readonly Heard[]) =>
  heard.filter(({ text }) => text.includes(SECRET)).map(({ address }) => address);

describe('what the team writes for itself', () => {
  test('is in no answer to its visitor, to another visitor or to nobody, whatever the address', async () => {
    const { elena, priya, cookies } = scene;
    expect(PATHS.length).toBeGreaterThan(130);
    const heard = await askEverything(elena.cookie, { alsoData: true });
    expect(heard.length).toBeGreaterThan(PATHS.length);
    expect(told(heard)).toEqual([]);
    // The visitor was let in, and what is theirs is there.
    expect(heard.filter(({ text }) => text.includes('Harbour lights')).length).toBeGreaterThan(0);
    expect(told(await askEverything(priya.cookie))).toEqual([]);
    expect(told(await askEverything(''))).toEqual([]);
    // The same walk finds it where it belongs: with the team.
    const paths = PATHS.filter((path) => path.startsWith('/agentchat'));
    expect(told(await askEverything(cookies.maya, { paths })).length).toBeGreaterThan(0);
  });

  test('is in no answer to what its visitor sends', async () => {
    const heard = await sendEverything();
    expect(heard.length).toBeGreaterThan(15);
    expect(heard.some(({ text }) => text.includes('What did you write about me?'))).toBe(true);
    expect(told(heard)).toEqual([]);
  });

  test('is in no event that its visitor hears', async () => {
    const { server, elena, cookies, post, visitorId } = scene;
    const visitor = await server.connect(elena.hello, elena.cookie);
    const agent = await server.connect({ as: 'agent' }, cookies.maya);
    expect([visitor.outcome, agent.outcome]).toEqual(['connected', 'connected']);
    await post(`/agentchat/conversations/${elena.id}/notes`, cookies.maya, {
      clientId: crypto.randomUUID(),
      text: `${SECRET} once more`,
    });
    await post(`/agentchat/visitors/${visitorId}/note`, cookies.maya, {
      text: `${SECRET} changed`,
      version: 1,
    });
    await post(`/agentchat/conversations/${elena.id}/messages`, cookies.maya, {
      clientId: crypto.randomUUID(),
      text: 'This is for you.',
    });
    await expect.poll(() => JSON.stringify(visitor.heard)).toContain('This is for you.');
    await expect.poll(() => JSON.stringify(agent.heard)).toContain(SECRET);
    expect(JSON.stringify(visitor.heard)).not.toContain(SECRET);
  });

  test('is in no mail to its visitor', async () => {
    const clock = new TestClock();
    clock.advance(24 * 3_600_000 * 365);
    const mail = new RecordingMail();
    const services = {
      ...createChatContext(store.db, clock),
      mail,
      settings: { origin: TEST_ORIGIN, brandName: 'Embarka' },
      titleOfService: () => undefined,
    };
    await claimDueMails(services, () => Promise.resolve(false));
    await workOff({ ...services, kinds: [visitorMailKind(services)] });
    const rows = await store.db.select().from(jobsTable);
    const queued = rows.filter(({ payload }) => JSON.stringify(payload).includes('@'));
    const toElena = [
      ...mail.sent.map((sent) => JSON.stringify(sent)),
      ...queued.map(({ payload }) => JSON.stringify(payload)),
    ].filter((text) => text.includes(VISITORS.elena));
    expect(toElena.join('\n')).toContain('This is for you.');
    expect(toElena.join('\n')).not.toContain(SECRET);
  });
});

function leaves(entries: readonly RouteConfigEntry[]): string[] {
  return entries.flatMap(({ path = '', children }) => (children ? leaves(children) : [`/${path}`]));
}
