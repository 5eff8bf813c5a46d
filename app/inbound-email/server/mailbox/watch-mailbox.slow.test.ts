import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { answeredChat } from '../../../../tests/support/answered-chat.ts';
import { useEmbeddedDatabase } from '../../../../tests/support/database.ts';
import { openImapPeer } from '../../../../tests/support/imap-peer.ts';
import type { ImapPeer } from '../../../../tests/support/mailbox.ts';
import { mime, multipart, plain } from '../../../../tests/support/mime.ts';
import { TEST_ORIGIN } from '../../../../tests/support/team.ts';
import { readMessagesAfter } from '../../../chat/server/read/read-messages.server.ts';
import { conversations } from '../../../chat/server/tables.server.ts';
import type { AppContext } from '../../../app-context.ts';
import { ScannerAwayError } from '../../../platform/files/scan.server.ts';
import { createLog } from '../../../platform/log.server.ts';
import { readSettings } from '../../../platform/settings.server.ts';
import { describeIntake } from '../describe-intake.server.ts';
import { MAIL_MAX_BYTES } from '../../rules.ts';
import { readLeftOut } from '../left-out/left-out.server.ts';
import { MailboxWatch } from './watch-mailbox.server.ts';
import { showStored } from '../../../platform/stored-message.ts';

const store = useEmbeddedDatabase();
const SECOND = 1000;
let peer: ImapPeer;
let chat: Awaited<ReturnType<typeof answeredChat>>;
const opened: MailboxWatch[] = [];

beforeEach(async () => {
  peer = await openImapPeer();
  chat = await answeredChat(store.db, { IMAP_URL: peer.url });
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
  peer.close();
});

function watch(appContext: AppContext = chat.appContext): MailboxWatch {
  const one = new MailboxWatch(appContext);
  opened.push(one);
  return one;
}
const answer = (text: string) => mime({ to: chat.replyTo, body: plain(text) });
const put = (raw: Uint8Array, flags: readonly string[] = []) =>
  peer.put(raw, { flags, at: chat.appContext.clock.now() });
const texts = async () =>
  (await readMessagesAfter(store.db, chat.elena.id, 0)).map(({ text }) => text);
const state = async () => (await describeIntake(store.db, chat.appContext.settings))?.mailbox;

/** Polls, because an announced email is processed a moment later. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tried = 0; tried < 1200; tried += 1) {
    if (await isSo()) return;
    await setTimeout(25);
  }
  throw new Error('It did not come about');
}

describe('the mailbox of answers', () => {
  test('is read: what waits, what comes, each once and marked as read', async () => {
    const first = put(answer('One'));
    const mailbox = watch();
    await mailbox.look();
    expect(await texts()).toEqual(['One']);
    expect(first.flags).toContain('\\Seen');
    put(answer('Two'));
    await until(async () => (await texts()).length === 2);
    await mailbox.look();
    expect(await texts()).toEqual(['One', 'Two']);
    expect(peer.connections).toBe(1);
    expect(chat.mailbox).toContain(true);
    expect(await state()).toMatchObject({
      fault: null,
      workedAt: chat.appContext.clock.now().toISOString(),
      lastMailAt: chat.appContext.clock.now().toISOString(),
    });
  });

  test('of a server that tells of nothing by itself is asked', async () => {
    peer.canIdle = false;
    const mailbox = watch();
    await mailbox.look();
    put(answer('One'));
    await mailbox.look();
    expect(await texts()).toEqual([]);
    chat.services.clock.advance(16 * SECOND);
    await mailbox.look();
    expect(await texts()).toEqual(['One']);
  });

  test('leaves what is none of ours as it is, for people', async () => {
    const other = put(mime({ body: plain('An invoice') }));
    const automatic = put(mime({ to: chat.replyTo, headers: ['Auto-Submitted: auto-replied'] }));
    await watch().look();
    expect([other.flags.size, automatic.flags.size]).toEqual([0, 0]);
    expect(chat.handled).toEqual(['no conversation', 'automatic reply']);
    expect(await store.db.$count(conversations)).toBe(1);
  });

  test('read for the first time begins with what nobody has read lately', async () => {
    peer.put(answer('Years ago'), { at: new Date('2020-01-01') });
    put(answer('Read by somebody'), ['\\Seen']);
    put(answer('Waits'));
    put(answer('Read by somebody, too'), ['\\Seen']);
    const mailbox = watch();
    await mailbox.look();
    expect(await texts()).toEqual(['Waits']);
    put(answer('Read on a telephone before we came'), ['\\Seen']);
    await until(async () => (await texts()).length === 2);
  });

  test('goes on after a process that died between the message and the mark, and says nothing twice', async () => {
    const mail = put(answer('One'));
    peer.onCommand = (command) => {
      if (command.startsWith('UID STORE')) throw new Error('The process dies here');
    };
    await watch().look();
    expect(await texts()).toEqual(['One']);
    expect(mail.flags.size).toBe(0);
    peer.onCommand = () => {};
    chat.services.clock.advance(61 * SECOND);
    put(answer('Two'));
    await watch().look();
    expect(await texts()).toEqual(['One', 'Two']);
    expect(mail.flags).toContain('\\Seen');
  });

  test('is found again when it was made anew, without saying anything twice', async () => {
    put(answer('One'));
    const mailbox = watch();
    await mailbox.look();
    peer.renew();
    put(answer('Two'));
    await until(async () => {
      // The closing connection may count as a failure before or after this point, and the next attempt is a
      // minute later.
      chat.services.clock.advance(61 * SECOND);
      await mailbox.look();
      return (await texts()).length === 2;
    });
    expect(await texts()).toEqual(['One', 'Two']);
  });

  test('is read by one process, and by another when that one is gone', async () => {
    const one = watch();
    const other = watch();
    await Promise.all([one.look(), other.look()]);
    expect(peer.connections).toBe(1);
    put(answer('One'));
    await until(async () => (await texts()).length === 1);
    await one.close();
    chat.services.clock.advance(61 * SECOND);
    put(answer('Two'));
    await Promise.all([one.look(), other.look()]);
    // A round that was already running may have searched earlier.
    await until(async () => (await texts()).length === 2);
    expect(await texts()).toEqual(['One', 'Two']);
  });

  test('has a mail that is too large read at its beginning, and no more of it fetched', async () => {
    const large = mime({
      to: chat.replyTo,
      body: multipart(
        'mixed',
        plain('A film.'),
        `Content-Type: video/mp4; name=film.mp4\nContent-Disposition: attachment; filename=film.mp4\n\n${'x'.repeat(MAIL_MAX_BYTES)}`,
      ),
    });
    put(large);
    await watch().look();
    expect(await texts()).toEqual(['A film.']);
    expect(peer.fetchedBytes).toBeLessThan(2 * 1024 * 1024);
    const [message] = await readMessagesAfter(store.db, chat.elena.id, 0);
    expect(showStored(message?.mail?.notices?.[0])).toContain("“film.mp4” wasn't added");
  });
});

describe('a mailbox that fails', () => {
  test('is told to admins in words, tried again ever later, and works again by itself', async () => {
    peer.mood = 'refuses';
    put(answer('One'));
    const mailbox = watch();
    await mailbox.look();
    expect(await state()).toMatchObject({
      fault: 'The mail server rejected the username and password in IMAP_URL.',
      failingSince: chat.appContext.clock.now().toISOString(),
    });
    expect(chat.mailbox).toEqual([false]);
    for (let count = 0; count < 5; count += 1) await mailbox.look();
    expect(peer.connections).toBe(1);
    chat.services.clock.advance(5 * SECOND);
    await mailbox.look();
    expect(peer.connections).toBe(2);
    chat.services.clock.advance(5 * SECOND);
    await mailbox.look();
    expect(peer.connections).toBe(2);
    peer.mood = 'answers';
    chat.services.clock.advance(10 * SECOND);
    await mailbox.look();
    expect(await texts()).toEqual(['One']);
    expect(await state()).toMatchObject({ fault: null, failingSince: null });
  });

  test.each([
    [
      'a folder that is not there',
      (url: string) => url.replace('INBOX', 'Elsewhere'),
      "The folder in IMAP_URL doesn't exist.",
    ],
    [
      'nobody who answers there',
      (url: string) => url.replace(/:\d+\//, ':1/'),
      "The mail server in IMAP_URL isn't responding at this address and port.",
    ],
    [
      'no encryption where there has to be',
      (url: string) => url.replace('imap:', 'imaps:'),
      "Couldn't establish an encrypted connection to the mail server.",
    ],
  ])('says what it is: %s', async (_what, change, fault) => {
    await watch(contextAt(change(peer.url))).look();
    expect((await state())?.fault).toBe(fault);
  });

  test('logs neither the password nor what anybody wrote', async () => {
    const lines: string[] = [];
    const log = createLog('trace', { destination: { write: (line) => void lines.push(line) } });
    put(answer('Something private'));
    peer.mood = 'refuses';
    const mailbox = watch({ ...chat.appContext, log });
    await mailbox.look();
    peer.mood = 'answers';
    chat.services.clock.advance(10 * SECOND);
    await mailbox.look();
    expect(await texts()).toEqual(['Something private']);
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.join('')).not.toMatch(
      /"secret"|:secret@|Something private|northfold|[0-9a-f]{32}@/,
    );
  });

  test('passes over a mail that ends it again and again, and leaves that one in the mailbox', async () => {
    const broken = put(answer('Breaks'));
    put(answer('Fine'));
    const inboundMail: AppContext['inboundMail'] = {
      ...chat.appContext.inboundMail,
      parser: {
        ...chat.appContext.inboundMail.parser,
        parse: (mail) =>
          Buffer.from(mail.raw).includes('Breaks')
            ? Promise.reject(new Error('Nobody thought of this'))
            : chat.appContext.inboundMail.parser.parse(mail),
      },
    };
    const mailbox = watch({ ...chat.appContext, inboundMail });
    for (let count = 0; count < 5; count += 1) {
      await mailbox.look();
      // Later emails wait while retries are left.
      expect(await texts()).toEqual([]);
      chat.services.clock.advance(301 * SECOND);
    }
    await mailbox.look();
    expect(await texts()).toEqual(['Fine']);
    expect(broken.flags.size).toBe(0);
    expect((await readLeftOut(store.db, 1)).emails).toMatchObject([
      { reason: 'unreadable', isInMailbox: true },
    ]);
  });

  test('waits for the scanner as long as that takes', async () => {
    put(
      mime({
        to: chat.replyTo,
        body: multipart(
          'mixed',
          plain('See.'),
          'Content-Type: text/plain; name=a.txt\nContent-Disposition: attachment; filename=a.txt\n\nwords',
        ),
      }),
    );
    let isAway = true;
    const scan = () =>
      isAway ? Promise.reject(new ScannerAwayError('away')) : Promise.resolve(undefined);
    const mailbox = watch({ ...chat.appContext, files: { ...chat.appContext.files, scan } });
    for (let count = 0; count < 8; count += 1) {
      await mailbox.look();
      chat.services.clock.advance(301 * SECOND);
    }
    expect((await state())?.fault).toContain('is waiting to be checked for viruses');
    isAway = false;
    await mailbox.look();
    expect(await texts()).toEqual(['See.']);
  });
});

function contextAt(url: string): AppContext {
  const settings = readSettings({ PUBLIC_ORIGIN: TEST_ORIGIN, IMAP_URL: url });
  return { ...chat.appContext, settings };
}
