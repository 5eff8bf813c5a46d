import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeTime, settle } from '../../../tests/support/fake-time.ts';
import { FakeVisitorServer } from '../../../tests/support/fake-visitor-server.ts';
import { openVisitorTab } from '../../../tests/support/visitor-tab.ts';
import { ApiError } from '../../platform/api-client.ts';
import { memoryStorage } from '../../ui/browser-storage.ts';
import {
  isWaiting,
  noticeOf,
  otherServiceOf,
  statusOf,
  titleOf,
  unreadCount,
} from './chat-state.ts';
import { STORED_CHAT_KEY } from './stored-chat-key.ts';
import { topic } from '../../../tests/support/topics.ts';

const EMAIL = 'elena.ruiz@northfold.example';
const SERVICE = { section: 'graphics', slug: 'book-design', title: 'Book Design' };
const HOUR_MS = 60 * 60 * 1000;

let time: FakeTime;
let server: FakeVisitorServer;
let storage: Storage;
let isVisible: boolean;
/** The numbers of answers that would play a sound. */
let heard: number[];

beforeEach(() => {
  time = new FakeTime();
  server = new FakeVisitorServer();
  storage = memoryStorage();
  isVisible = true;
  heard = [];
});

afterEach(() => void vi.unstubAllGlobals());

const openTab = (isOpen = true) =>
  openVisitorTab({
    time,
    server,
    storage,
    isOpen,
    isVisible: () => isVisible,
    onAnswer: (_id, number) => heard.push(number),
  });

async function startedTab() {
  const tab = await openTab();
  tab.chat.chooseTopic(topic('sales'));
  tab.chat.giveEmail(EMAIL);
  await settle();
  server.setSocket(true);
  await settle();
  const id = tab.see().conversation?.id ?? '';
  return { ...tab, id };
}

async function answeredTab() {
  const tab = await startedTab();
  const message = server.sendText(tab.id, 'Hello');
  server.emit('message', { visitorId: '', conversationId: tab.id, message });
  return tab;
}

describe('on a page that says more', () => {
  const openThere = (place: Parameters<typeof openVisitorTab>[0]['place'], isOpen = true) =>
    openVisitorTab({ time, server, storage, isOpen, ...(place && { place }) });

  test('its topic is chosen once the chat is opened, and no other one is taken for it', async () => {
    const closed = await openThere({ topicId: 'sales' }, false);
    expect(closed.see().stage).toBe('topic');
    closed.chat.setOpen(true);
    expect(closed.see()).toMatchObject({ stage: 'email', topic: 'Sales Inquiry' });
    const unknown = await openThere({ topicId: 'no-such-topic' });
    expect(unknown.see().stage).toBe('topic');
  });

  test('whom it knows is asked for no address, and begins nothing by opening the chat', async () => {
    const { chat, see } = await openThere({ email: EMAIL, topicId: 'sales' });
    expect(see()).toMatchObject({ stage: 'topic', conversation: null });
    chat.chooseTopic(topic('sales'));
    await settle();
    expect(see()).toMatchObject({ stage: 'conversation', email: EMAIL });
    // The site vouches for the address for as long as its page is open.
    await time.advance(2 * HOUR_MS);
    chat.startNew();
    chat.chooseTopic(topic('orders'));
    await settle();
    expect(see()).toMatchObject({ stage: 'conversation', email: EMAIL });
  });
});

describe('the stages', () => {
  test('a topic leads to the e-mail step, the address into a conversation', async () => {
    const { chat, see } = await openTab();
    expect(see().stage).toBe('topic');
    chat.chooseTopic(topic('sales'));
    expect(see().stage).toBe('email');
    expect(chat.giveEmail(EMAIL)).toBeNull();
    await settle();
    expect(see()).toMatchObject({ stage: 'conversation', topic: 'Sales Inquiry', email: EMAIL });
    expect(titleOf(see(), 'Embarka')).toBe('Chat with Maya Okafor');
  });

  test('the connecting message comes once, half a second after the e-mail step', async () => {
    const { see } = await startedTab();
    await time.advance(499);
    expect(see().connectingText).toBeNull();
    await time.advance(1);
    expect(see().connectingText).toBe('Thank you! Connecting you with a specialist...');
  });

  test('with a known address the topic starts the chat at once, with its own words', async () => {
    const { chat, see, id } = await startedTab();
    chat.startNew();
    expect(see()).toMatchObject({ stage: 'topic', email: EMAIL, topic: null, conversation: null });
    chat.chooseTopic(topic('general'));
    await settle();
    await time.advance(500);
    expect(see().connectingText).toBe(
      'Thank you for your inquiry! Connecting you with a specialist...',
    );
    expect(see().conversation?.id).not.toBe(id);
  });

  test('the service the chat was opened from goes along', async () => {
    const { chat, see } = await openTab();
    chat.setService(SERVICE);
    chat.chooseTopic(topic('sales'));
    chat.giveEmail(EMAIL);
    await settle();
    expect(see().conversation?.service).toEqual(SERVICE);
  });

  test('in a conversation about another service, its address goes once, before the next message', async () => {
    vi.stubGlobal('location', { origin: 'https://shop.example' });
    const { chat, see, texts } = await startedTab();
    const other = { section: 'business', slug: 'call-center-(b2b)', title: 'Call center' };
    const address = 'https://shop.example/services/business/call-center-%28b2b%29';
    chat.setService(other);
    expect(otherServiceOf(see())).toEqual(other);
    chat.send('And this?');
    expect(otherServiceOf(see())).toBeNull();
    chat.send('Or not?');
    await settle();
    expect(texts()).toEqual([address, 'And this?', 'Or not?']);
    // Another page about the same service, and then one about another.
    chat.setService({ ...other });
    expect(otherServiceOf(see())).toBeNull();
    chat.setService(SERVICE);
    chat.send('Back to this');
    await settle();
    expect(texts().slice(3)).toEqual([
      `https://shop.example/services/${SERVICE.section}/${SERVICE.slug}`,
      'Back to this',
    ]);
    // The visitor leaves it out.
    chat.setService(other);
    chat.setService(null);
    chat.send('Never mind');
    await settle();
    expect(texts().at(-2)).toBe('Back to this');
  });

  test('in a conversation about the same service, its address is not sent', async () => {
    vi.stubGlobal('location', { origin: 'https://shop.example' });
    const { chat, texts } = await openTab();
    chat.setService(SERVICE);
    chat.chooseTopic(topic('sales'));
    chat.giveEmail(EMAIL);
    await settle();
    chat.setService({ ...SERVICE });
    chat.send('Hello');
    await settle();
    expect(texts()).toEqual(['Hello']);
  });

  test('waiting lasts until an agent writes', async () => {
    server.agentName = null;
    const { see, id } = await startedTab();
    expect(titleOf(see(), 'Embarka')).toBe('Connecting you to an agent...');
    expect(statusOf(see())).toBe('Please wait...');
    server.emit('message', {
      visitorId: '',
      conversationId: id,
      message: server.sendText(id, 'Hello'),
    });
    expect(isWaiting(see())).toBe(false);
    expect(titleOf(see(), 'Embarka')).toBe('Chat with Maya Okafor');
    expect(statusOf(see())).toBe('Online • Ready to help');
  });

  test('an agent who is known and has not written yet is still waited for', async () => {
    server.agentName = null;
    const { see, id } = await startedTab();
    server.emit('conversation', server.change(id, { agentName: 'Leo Marchetti' }));
    expect(titleOf(see(), 'Embarka')).toBe('Chat with Leo Marchetti');
    expect(statusOf(see())).toBe('Please wait...');
    server.emit('typing', { conversationId: id, isAgent: true });
    expect(statusOf(see())).toBe('Please wait...');
    server.emit('message', {
      visitorId: '',
      conversationId: id,
      message: server.sendText(id, 'Hi'),
    });
    expect(statusOf(see())).toBe('Online • Ready to help');
  });

  test('a reload, a second tab and a reopened conversation wait as before', async () => {
    const { chat, see, id, close } = await startedTab();
    expect(statusOf(see())).toBe('Please wait...');
    close();
    const reloaded = await openTab();
    const second = await openTab();
    for (const tab of [reloaded, second]) {
      expect(titleOf(tab.see(), 'Embarka')).toBe('Chat with Maya Okafor');
      expect(statusOf(tab.see())).toBe('Please wait...');
    }
    server.sendText(id, 'Hello');
    server.setSocket(true);
    await settle();
    expect(statusOf(second.see())).toBe('Online • Ready to help');
    second.close();
    const answered = await openTab();
    expect(statusOf(answered.see())).toBe('Online • Ready to help');
    answered.chat.startNew();
    await settle();
    answered.chat.openEarlier(server.change(id, {}));
    await settle();
    expect(statusOf(answered.see())).toBe('Online • Ready to help');
    chat.setOpen(false);
  });

  test('an answered conversation is not waited for while its messages are on their way', async () => {
    const { close } = await answeredTab();
    close();
    server.readAfter = () => new Promise(() => {});
    const { see } = await openTab();
    expect(see()).toMatchObject({ stage: 'conversation', isHistoryLoaded: false });
    expect(statusOf(see())).not.toBe('Please wait...');
    expect(titleOf(see(), 'Embarka')).toBe('Chat with Maya Okafor');
  });

  test.each(['online', 'busy', 'away', 'unstaffed', 'closed'] as const)(
    'the connecting sentence comes once when the desk is %s',
    async (state) => {
      server.availability = { ...server.availability, state };
      server.agentName = null;
      const { see, id } = await startedTab();
      const said: (string | null)[] = [];
      for (let second = 0; second < 5; second += 1) {
        await time.advance(1000);
        said.push(see().connectingText);
      }
      server.emit('conversation', server.change(id, { agentName: 'Leo Marchetti' }));
      said.push(see().connectingText);
      expect(new Set(said)).toEqual(new Set(['Thank you! Connecting you with a specialist...']));
    },
  );

  test('a completed conversation waits for nobody, and waits again when it is reopened', async () => {
    const { chat, see, id } = await startedTab();
    server.emit('conversation', server.change(id, { isCompleted: true }));
    expect(isWaiting(see())).toBe(false);
    chat.send('One more thing');
    await settle();
    expect(statusOf(see())).toBe('Please wait...');
  });

  test('where those who accept chats leave, nobody waits until one is back', async () => {
    server.agentName = null;
    const { see } = await startedTab();
    server.availability = { ...server.availability, state: 'unstaffed' };
    server.setSocket(true);
    await settle();
    expect(isWaiting(see())).toBe(false);
    server.availability = { ...server.availability, state: 'online' };
    server.setSocket(true);
    await settle();
    expect(statusOf(see())).toBe('Please wait...');
  });

  test('an answer that is older than a hint does not undo it', async () => {
    server.agentName = null;
    const { see, id } = await startedTab();
    const stale = server.change(id, {});
    server.readConversation = async () => {
      await Promise.resolve();
      server.emit('conversation', server.change(id, { agentName: 'Leo Marchetti' }));
      return stale;
    };
    server.setSocket(true);
    await settle();
    expect(see().conversation?.agentName).toBe('Leo Marchetti');
  });

  test('an agent who types is shown for four seconds', async () => {
    const { see, id } = await answeredTab();
    server.emit('typing', { conversationId: id, isAgent: true });
    expect(statusOf(see())).toBe('Agent is typing...');
    await time.advance(4000);
    expect(statusOf(see())).toBe('Online • Ready to help');
  });

  test('the visitor’s typing is told at most every two seconds', async () => {
    const { chat } = await startedTab();
    chat.typing();
    chat.typing();
    await time.advance(2000);
    chat.typing();
    expect(server.typed).toHaveLength(2);
  });

  test('the first letter after a message is told at once, and names the message to come', async () => {
    const { chat, see } = await startedTab();
    chat.typing();
    chat.send('One');
    chat.typing();
    chat.send('Two');
    await settle();
    expect(server.typed).toEqual(see().list.saved.map(({ clientId }) => clientId));
  });

  test('an agent who goes on typing after a reply is shown typing at once', async () => {
    const { see, id } = await answeredTab();
    const says = (text: string, clientId: string) =>
      server.emit('message', {
        visitorId: '',
        conversationId: id,
        message: server.sendText(id, text, clientId),
      });
    server.emit('typing', { conversationId: id, isAgent: true, clientId: 'first' });
    says('First', 'first');
    expect(statusOf(see())).toBe('Online • Ready to help');
    server.emit('typing', { conversationId: id, isAgent: true, clientId: 'second' });
    expect(statusOf(see())).toBe('Agent is typing...');
    says('Second', 'second');
    expect(statusOf(see())).toBe('Online • Ready to help');
  });

  test('a message slower than the typing after it leaves that typing shown', async () => {
    const { see, id } = await answeredTab();
    server.emit('typing', { conversationId: id, isAgent: true, clientId: 'second' });
    server.emit('message', {
      visitorId: '',
      conversationId: id,
      message: server.sendText(id, 'First', 'first'),
    });
    expect(statusOf(see())).toBe('Agent is typing...');
  });

  test('typing that comes after the message it announced is not shown', async () => {
    const { see, id } = await answeredTab();
    server.emit('message', {
      visitorId: '',
      conversationId: id,
      message: server.sendText(id, 'Quick', 'quick'),
    });
    server.emit('typing', { conversationId: id, isAgent: true, clientId: 'quick' });
    expect(statusOf(see())).toBe('Online • Ready to help');
  });

  test('a message that only asking brought ends the typing that announced it', async () => {
    const { see, id } = await answeredTab();
    server.emit('typing', { conversationId: id, isAgent: true, clientId: 'unheard' });
    server.sendText(id, 'Its hint was lost', 'unheard');
    server.setSocket(true);
    await settle();
    expect(statusOf(see())).toBe('Online • Ready to help');
  });
});

describe('who is there', () => {
  test('with an agent connected there is nothing to say', async () => {
    const { see } = await startedTab();
    expect(noticeOf(see())).toBeNull();
  });

  test('with nobody connected the visitor is told of e-mail', async () => {
    server.availability = { ...server.availability, state: 'away' };
    const { see } = await openTab();
    expect(statusOf(see())).toBe('Online • Ready to help');
    expect(noticeOf(see())).toEqual({
      text: "An answer may take a little longer right now. We'll also send the answer by email.",
      isByEmail: true,
    });
  });

  test('a wait is named while somebody is there to keep it', async () => {
    server.availability = { ...server.availability, state: 'busy', expectedMinutes: 3 };
    const { see } = await openTab();
    expect(noticeOf(see())).toEqual({
      text: 'We usually answer in about 3 minutes.',
      isByEmail: false,
    });
  });

  test.each(['away', 'unstaffed', 'closed'] as const)(
    'no wait is named while the desk is %s, before the chat and with an agent',
    async (state) => {
      server.availability = { ...server.availability, state, expectedMinutes: 3 };
      const { see } = await openTab();
      expect(noticeOf(see())?.text).toContain('by email');
      expect(noticeOf(see())?.text).not.toContain('minutes');
      const { see: seeStarted } = await startedTab();
      expect(noticeOf(seeStarted())?.text).toContain('An answer may take a little longer');
    },
  );

  test('without any agent nobody waits: a notice says that the answer comes by e-mail', async () => {
    server.availability = { ...server.availability, state: 'unstaffed' };
    server.agentName = null;
    const { see } = await startedTab();
    expect(isWaiting(see())).toBe(false);
    expect(titleOf(see(), 'Embarka')).toBe('Embarka Support');
    expect(noticeOf(see())?.text).toContain(`by email to ${EMAIL}`);
    expect(see().list.saved).toEqual([]);
  });

  test('after a minute without an answer a notice says that it also comes by e-mail', async () => {
    const { see, id } = await startedTab();
    await time.advance(59_999);
    expect(noticeOf(see())).toBeNull();
    await time.advance(1);
    expect(noticeOf(see())?.text).toContain('taking longer than usual');
    server.emit('message', {
      visitorId: '',
      conversationId: id,
      message: server.sendText(id, 'Hi'),
    });
    expect(noticeOf(see())).toBeNull();
  });
});

describe('text written before there is a conversation', () => {
  test('is kept, leads back to the e-mail step, and is sent afterwards', async () => {
    const { chat, see, texts } = await openTab();
    chat.chooseTopic(topic('sales'));
    chat.send('Do you print?');
    expect(see()).toMatchObject({ stage: 'email', held: ['Do you print?'], prompts: 1 });
    chat.giveEmail(EMAIL);
    await settle();
    expect(texts()).toEqual(['Do you print?']);
    expect(see().list.pending).toEqual([]);
    expect(see().held).toEqual([]);
  });

  test('survives a reload and a failed start', async () => {
    const first = await openTab();
    first.chat.send('Before');
    first.chat.setDraft('half a sen');
    first.close();
    const { chat, see, texts } = await openTab();
    expect(see()).toMatchObject({ held: ['Before'], draft: 'half a sen' });
    chat.chooseTopic(topic('sales'));
    server.faults.push('lost');
    chat.giveEmail(EMAIL);
    await settle();
    expect(see().held).toEqual(['Before']);
    chat.giveEmail(EMAIL);
    await settle();
    expect(texts()).toEqual(['Before']);
    expect(see().draft).toBe('half a sen');
  });

  test('can be discarded', async () => {
    const { chat, see } = await openTab();
    chat.send('one');
    chat.send('two');
    chat.discardHeld(0);
    expect(see().held).toEqual(['two']);
  });

  test('stays when a new chat is chosen instead, and goes with it', async () => {
    const { chat, see, texts } = await openTab();
    chat.send('Do you print?');
    chat.startNew();
    expect(see().held).toEqual(['Do you print?']);
    chat.chooseTopic(topic('sales'));
    chat.giveEmail(EMAIL);
    await settle();
    expect(texts()).toEqual(['Do you print?']);
  });

  test('blank text is nothing', async () => {
    const { chat, see } = await openTab();
    chat.send(' \n ');
    expect(see()).toMatchObject({ held: [], prompts: 0 });
  });
});

describe('drafts', () => {
  test('each conversation has its own, and it survives a reload', async () => {
    const { chat, see, close, id } = await startedTab();
    chat.setDraft('in this one');
    chat.startNew();
    expect(see().draft).toBe('');
    const earlier = server.change(id, {});
    chat.openEarlier(earlier);
    expect(see().draft).toBe('in this one');
    close();
    const again = await openTab();
    expect(again.see().draft).toBe('in this one');
  });

  test('another tab’s draft is taken over while nobody looks at this one', async () => {
    const { see, stored, id } = await startedTab();
    isVisible = false;
    storage.setItem(`chat_draft:${id}`, 'typed elsewhere');
    stored(`chat_draft:${id}`);
    expect(see().draft).toBe('typed elsewhere');
  });
});

describe('restoring', () => {
  test('within two hours the conversation goes on', async () => {
    const { chat, id, close } = await startedTab();
    chat.send('Still there?');
    await settle();
    server.sendText(id, 'Yes');
    close();
    await time.advance(2 * HOUR_MS - 1000);
    const { see, texts } = await openTab();
    expect(see()).toMatchObject({ stage: 'conversation', email: EMAIL, topic: 'Sales Inquiry' });
    expect(texts()).toEqual(['Still there?', 'Yes']);
    expect(see().connectingText).toBeNull();
  });

  test('within two hours a new chat still has the email, and shows nothing of the earlier one', async () => {
    const { chat, close } = await startedTab();
    chat.send('Still there?');
    await settle();
    const other = await openTab();
    chat.startNew();
    other.stored(STORED_CHAT_KEY);
    expect(other.see().stage).toBe('conversation');
    other.close();
    close();
    const again = await openTab();
    expect(again.see()).toMatchObject({ stage: 'topic', email: EMAIL });
    expect(again.texts()).toEqual([]);
    again.chat.chooseTopic(topic('orders'));
    await settle();
    expect(again.see()).toMatchObject({ stage: 'conversation', email: EMAIL });
    again.chat.startNew();
    again.close();
    await time.advance(2 * HOUR_MS);
    const later = await openTab();
    expect(later.see()).toMatchObject({ stage: 'topic', email: null });
  });

  test('after two hours it starts anew', async () => {
    const { close } = await startedTab();
    close();
    await time.advance(2 * HOUR_MS);
    const { see } = await openTab();
    expect(see().stage).toBe('topic');
    expect(storage.getItem(STORED_CHAT_KEY)).toBeNull();
  });

  test('after two hours what is open is offered, and another chat asks for the address again', async () => {
    const { chat, close, id } = await startedTab();
    chat.send('Still there?');
    await settle();
    close();
    await time.advance(2 * HOUR_MS);
    const later = await openTab();
    expect(later.see()).toMatchObject({ stage: 'topic', email: null });
    expect(later.see().earlier).toMatchObject([{ id, isCompleted: false }]);
    later.chat.chooseTopic(topic('orders'));
    expect(later.see().stage).toBe('email');
    later.chat.startNew();
    later.chat.openEarlier(server.change(id, {}));
    await settle();
    expect(later.texts()).toEqual(['Still there?']);
    later.chat.startNew();
    later.chat.chooseTopic(topic('orders'));
    expect(later.see().stage).toBe('email');
  });

  test('after two hours an open tab, too, asks for the address again, and shows neither it nor a name', async () => {
    const { chat, see } = await openTab();
    chat.chooseTopic(topic('sales'));
    chat.giveEmail(EMAIL, 'Elena Ruiz');
    await settle();
    await time.advance(2 * HOUR_MS - 1000);
    chat.startNew();
    expect(see()).toMatchObject({ email: EMAIL, name: 'Elena Ruiz' });
    // Nobody chooses a topic for as long.
    await time.advance(2 * HOUR_MS);
    chat.chooseTopic(topic('orders'));
    expect(see()).toMatchObject({ stage: 'email', email: null, name: null });
    chat.giveEmail(EMAIL);
    await settle();
    await time.advance(2 * HOUR_MS);
    chat.startNew();
    expect(see()).toMatchObject({ stage: 'topic', email: null });
    expect(storage.getItem(STORED_CHAT_KEY)).toBeFalsy();
    const [earlier] = server.conversations.values();
    if (earlier) chat.openEarlier(earlier);
    expect(see().email).toBeNull();
  });

  test('without the secret it starts anew and shows nothing', async () => {
    const { chat, close } = await startedTab();
    chat.send('secret');
    await settle();
    close();
    server.forgetBrowser();
    const { see, texts } = await openTab();
    expect(see()).toMatchObject({ stage: 'topic', email: null, conversation: null });
    expect(texts()).toEqual([]);
    expect(storage.getItem(STORED_CHAT_KEY)).toBeNull();
  });

  test('a server that is away is asked again, and nothing is cleared', async () => {
    const { close } = await startedTab();
    close();
    server.isDown = true;
    const { see } = await openTab();
    expect(see()).toMatchObject({ stage: 'restoring', isReachable: false });
    expect(statusOf(see())).toBe('No connection • Trying again...');
    server.isDown = false;
    await time.advance(5000);
    expect(see().stage).toBe('conversation');
  });

  test('history is there before announcing begins', async () => {
    const { close, id } = await startedTab();
    server.sendText(id, 'Hello');
    close();
    const tab = await openTab();
    expect(tab.see().isHistoryLoaded).toBe(true);
    expect(tab.texts()).toEqual(['Hello']);
  });
});

describe('a sound', () => {
  test('may be made for each answer that comes, and for nothing that was there before', async () => {
    const { chat, close, id } = await answeredTab();
    await settle();
    expect(heard).toEqual([1]);
    chat.send('Thank you');
    await settle();
    expect(heard).toEqual([1]);
    close();
    server.sendText(id, 'You are welcome');
    await openTab();
    server.setSocket(true);
    await settle();
    expect(heard).toEqual([1]);
    const message = server.sendText(id, 'Anything else?');
    server.emit('message', { visitorId: '', conversationId: id, message });
    await settle();
    expect(heard).toEqual([1, message.number]);
  });
});

describe('unread', () => {
  test('agents’ messages count while the panel is closed, and are read when it opens', async () => {
    const { chat, see, id } = await startedTab();
    chat.setOpen(false);
    server.emit('message', {
      visitorId: '',
      conversationId: id,
      message: server.sendText(id, 'One'),
    });
    server.emit('message', {
      visitorId: '',
      conversationId: id,
      message: server.sendText(id, 'Two'),
    });
    expect(unreadCount(see())).toBe(2);
    chat.setOpen(true);
    await settle();
    expect(unreadCount(see())).toBe(0);
    expect(server.change(id, {}).visitorReadNumber).toBe(2);
  });

  test('nothing is read by a page nobody sees', async () => {
    const { see, id } = await startedTab();
    isVisible = false;
    server.emit('message', {
      visitorId: '',
      conversationId: id,
      message: server.sendText(id, 'One'),
    });
    expect(unreadCount(see())).toBe(1);
  });

  test('a lost read mark is told again with the next catching up', async () => {
    const { see, id } = await startedTab();
    server.faults.push('lost');
    server.emit('message', {
      visitorId: '',
      conversationId: id,
      message: server.sendText(id, 'One'),
    });
    await settle();
    expect(server.change(id, {}).visitorReadNumber).toBe(0);
    server.setSocket(true);
    await settle();
    expect(server.change(id, {}).visitorReadNumber).toBe(1);
    expect(unreadCount(see())).toBe(0);
  });

  test('the agent’s mark only moves forward', async () => {
    const { chat, see, id } = await startedTab();
    chat.send('one');
    await settle();
    server.emit('seen', { conversationId: id, number: 1, isAgent: true });
    server.emit('seen', { conversationId: id, number: 0, isAgent: true });
    server.emit('conversation', server.change(id, { agentReadNumber: 0 }));
    expect(see().conversation?.agentReadNumber).toBe(1);
  });
});

describe('who the visitor is', () => {
  test('a name goes along with the address, and with the next chat', async () => {
    const { chat, see } = await openTab();
    chat.chooseTopic(topic('sales'));
    chat.giveEmail(EMAIL, ' Elena ');
    await settle();
    expect(see().conversation?.visitorName).toBe('Elena');
    chat.startNew();
    chat.chooseTopic(topic('general'));
    await settle();
    expect(see().conversation?.visitorName).toBe('Elena');
  });

  test('a name is changed and taken away, and what goes wrong is said', async () => {
    const { chat, see } = await startedTab();
    expect(await chat.rename('Elena')).toBeNull();
    expect(see().conversation?.visitorName).toBe('Elena');
    server.faults.push('lost');
    expect(await chat.rename('Ellen')).toContain("Couldn't save the name");
    expect(await chat.rename('')).toBeNull();
    expect(see().conversation?.visitorName).toBeNull();
  });

  test('the code of the mail confirms, a wrong one says so', async () => {
    const { chat, see } = await startedTab();
    expect(await chat.askConfirmation()).toBeNull();
    expect(await chat.confirm('000000')).toBe('That is not the code.');
    expect(see().conversation?.isConfirmed).toBe(false);
    expect(await chat.confirm(server.code ?? '')).toBeNull();
    expect(see().conversation?.isConfirmed).toBe(true);
  });

  test('a server that is away is said to be', async () => {
    const { chat } = await startedTab();
    server.isDown = true;
    expect(await chat.askConfirmation()).toContain('Check your connection');
    expect(await chat.confirm('482913')).toContain('Check your connection');
  });
});

describe('completion', () => {
  test('a message reopens a completed conversation even when the hint is lost', async () => {
    const { chat, see, id } = await startedTab();
    server.emit('conversation', server.change(id, { isCompleted: true }));
    expect(see().conversation?.isCompleted).toBe(true);
    chat.send('One more thing');
    await settle();
    expect(see().conversation?.isCompleted).toBe(false);
  });

  test('earlier conversations of this browser can be opened again', async () => {
    const { chat, see, texts, id } = await startedTab();
    chat.send('From before');
    await settle();
    chat.startNew();
    await settle();
    expect(see().earlier.map((conversation) => conversation.id)).toEqual([id]);
    chat.openEarlier(see().earlier[0] ?? server.change(id, {}));
    await settle();
    expect(texts()).toEqual(['From before']);
    expect(see()).toMatchObject({ stage: 'conversation', email: EMAIL });
  });
});

describe('errors (rules 93, 102, 103 and 104)', () => {
  test.each([
    ['elena', 'Please enter a valid email address.'],
    ['elena ruiz@northfold.example', 'Please enter a valid email address'],
    [
      'hello@mailinator.com',
      'Please use a permanent email address from a trusted provider like Gmail, Outlook, or Yahoo.',
    ],
    [
      'test.elena@northfold.example',
      'This email appears to be temporary. Please use your real email address.',
    ],
  ])('the address %s is refused', async (email, problem) => {
    const { chat, see } = await openTab();
    chat.chooseTopic(topic('sales'));
    expect(chat.giveEmail(email)).toBe(problem);
    expect(see()).toMatchObject({ stage: 'email', problem });
    expect(server.calls).not.toContain('start');
  });

  test('a start that fails after the topic is said by the bot', async () => {
    const { chat, see } = await startedTab();
    chat.startNew();
    await settle();
    server.isDown = true;
    chat.chooseTopic(topic('orders'));
    await settle();
    expect(see()).toMatchObject({
      stage: 'topic',
      isBusy: false,
      problem: 'Sorry, there was an error starting the chat. Please try again.',
    });
  });

  test('a start that fails after the e-mail step is said there', async () => {
    const { chat, see } = await openTab();
    chat.chooseTopic(topic('sales'));
    server.isDown = true;
    chat.giveEmail(EMAIL);
    await settle();
    expect(see()).toMatchObject({
      stage: 'email',
      problem: 'Error saving your information. Please try again.',
    });
  });

  test('a start whose answer was lost starts nothing twice', async () => {
    const { chat, see } = await openTab();
    chat.chooseTopic(topic('sales'));
    server.faults.push('answer lost');
    chat.giveEmail(EMAIL);
    await settle();
    chat.giveEmail(EMAIL);
    await settle();
    expect(see().stage).toBe('conversation');
    expect(server.conversations.size).toBe(1);
  });

  test('a rate limit at the start says when to try again', async () => {
    const { chat, see } = await openTab();
    chat.chooseTopic(topic('sales'));
    server.faults.push(new ApiError(429, "You're doing that too often. Try again in 6 seconds."));
    chat.giveEmail(EMAIL);
    await settle();
    expect(see().problem).toBe("You're doing that too often. Try again in 6 seconds.");
  });

  test('an address that only the server refuses leads back to the e-mail step', async () => {
    const { chat, see } = await startedTab();
    chat.startNew();
    await settle();
    server.faults.push(new ApiError(400, 'Please enter a valid email address', 'email'));
    chat.chooseTopic(topic('sales'));
    await settle();
    expect(see()).toMatchObject({ stage: 'email', problem: 'Please enter a valid email address' });
  });

  test('a secret that is lost in the middle of a chat starts anew with what was not sent', async () => {
    const { chat, see, texts } = await startedTab();
    chat.send('said');
    await settle();
    chat.setDraft('half a sen');
    server.forgetBrowser();
    chat.send('not said');
    await settle();
    expect(see()).toMatchObject({
      stage: 'topic',
      conversation: null,
      email: null,
      held: ['not said'],
    });
    expect(see().problem).toContain('no longer open in this browser');
    expect(texts()).toEqual([]);
    expect(storage.getItem(STORED_CHAT_KEY)).toBeNull();
  });
});

describe('bad days', () => {
  test('a blocked socket is made up for by asking every few seconds', async () => {
    const { see, texts, id } = await startedTab();
    server.setSocket(false);
    await settle();
    server.sendText(id, 'Over HTTP');
    await time.advance(5000);
    expect(texts()).toEqual(['Over HTTP']);
    expect(statusOf(see())).toBe('Online • Ready to help');
  });

  test('a closed panel without a socket does not ask every few seconds', async () => {
    const { chat } = await startedTab();
    chat.setOpen(false);
    server.setSocket(false);
    await settle();
    const before = server.calls.length;
    await time.advance(20_000);
    expect(server.calls.length).toBe(before);
  });

  test('a server that is gone is said to be gone, until it answers again', async () => {
    const { see } = await answeredTab();
    server.isDown = true;
    server.setSocket(false);
    await settle();
    expect(statusOf(see())).toBe('No connection • Trying again...');
    server.isDown = false;
    await time.advance(5000);
    expect(statusOf(see())).toBe('Online • Ready to help');
  });

  test('another tab’s unsent message is shown here, and only once when it is sent', async () => {
    const { texts, stored, see, id } = await startedTab();
    const key = `chat_outbox:${id}:client-1`;
    const message = { clientId: 'client-1', text: 'from the other tab' };
    storage.setItem(
      key,
      JSON.stringify({ ...message, writtenAt: time.now().toISOString(), state: 'sending' }),
    );
    server.faults.push('lost');
    stored(key);
    await settle();
    expect(texts()).toEqual(['from the other tab']);
    await server.send(id, 'client-1', 'from the other tab');
    storage.removeItem(key);
    stored(key);
    await settle();
    expect(texts()).toEqual(['from the other tab']);
    expect(see().list.pending).toEqual([]);
  });

  test('a closed panel follows another tab to its new chat', async () => {
    const first = await startedTab();
    first.chat.setOpen(false);
    const other = await server.start({
      id: `conv_1795224000000_${'a'.repeat(26)}`,
      email: EMAIL,
      topic: 'General Questions',
      service: null,
    });
    storage.setItem(
      STORED_CHAT_KEY,
      JSON.stringify({ email: EMAIL, timestamp: time.now().getTime(), conversationId: other.id }),
    );
    first.stored(STORED_CHAT_KEY);
    await settle();
    expect(first.see().conversation?.id).toBe(other.id);
  });
});
