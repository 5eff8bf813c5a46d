import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { useDatabase } from '../../../tests/support/database.ts';
import { NOBODY, RecordingMail, teamServices, TEST_ORIGIN } from '../../../tests/support/team.ts';
import { change } from '../change/change.server.ts';
import { JobWorker } from '../change/job-worker.server.ts';
import { createSeal } from '../secrets.server.ts';
import { mailboxMails, jobsTable } from '../tables.server.ts';
import { MAIL_RETRY_AFTER_MS, mailKind } from './mail-kind.server.ts';
import type { MailMessage, MailTransport } from './mail.ts';
import { openMail } from './open-mail.server.ts';
import type { UnsolicitedMail } from './unsolicited.ts';

const store = useDatabase();
const DAY = 24 * 60 * 60 * 1000;
const VICTIM = 'victim@northfold.example';

const workers: JobWorker[] = [];
afterEach(() => Promise.all(workers.splice(0).map((worker) => worker.close())));

function setUp(transport: MailTransport & { sent: MailMessage[] } = recording()) {
  const services = teamServices(store.db);
  const seal = createSeal('a secret of the tests', 'mails');
  const mail = openMail(transport, seal, () => TEST_ORIGIN);
  const open = () => {
    const worker = new JobWorker({ ...services, kinds: [mailKind(services, transport, seal)] });
    workers.push(worker);
    return worker;
  };
  const worker = open();
  return {
    ...services,
    sent: transport.sent,
    open,
    worker,
    write: (message: Partial<MailMessage> = {}) =>
      change(services, NOBODY, (_tx, after) => {
        mail.send(after, { to: VICTIM, subject: 'Hello', text: 'See you.\n', ...message });
        return Promise.resolve();
      }),
    async turn(of = worker) {
      await of.look();
      await of.settled();
    },
  };
}

function recording(): MailTransport & { sent: MailMessage[] } {
  const mail = new RecordingMail(true);
  return {
    isDelivered: true,
    deliver: (message) => mail.deliver(message),
    forget: () => Promise.resolve(0),
    close: () => {},
    sent: mail.sent,
  };
}

describe('a mail', () => {
  test('leaves after the commit, under a name of its own, and nothing of it stays', async () => {
    const it = setUp();
    await it.write();
    expect(it.sent).toEqual([]);
    await it.turn();
    expect(it.sent).toMatchObject([
      {
        to: VICTIM,
        subject: 'Hello',
        messageId: expect.stringMatching(/^<[\w-]+@shop\.example>$/),
      },
    ]);
    expect(await store.db.$count(jobsTable)).toBe(0);
  });

  test('of a change that is refused never leaves', async () => {
    const it = setUp();
    await change(it, NOBODY, (_tx, after) => {
      it.mail.send(after, { to: VICTIM, subject: 'Hello', text: 'x' });
      return Promise.reject(new Error('No'));
    }).catch(() => {});
    await it.turn();
    expect(it.sent).toEqual([]);
  });

  test('that waits tells nobody who reads the database what it says or where it leads', async () => {
    const it = setUp();
    const link = 'https://shop.example/reset-password?token=abcdef';
    await it.write({ text: `Here:\n${link}\n`, link });
    const row = JSON.stringify(await store.db.select().from(jobsTable));
    expect(row).not.toContain('abcdef');
    expect(row).not.toContain('Hello');
    await it.turn();
    expect(it.sent[0]?.link).toBe(link);
  });

  test('is tried again under the same name for hours, and by whichever process is there', async () => {
    const transport = recording();
    const deliver = transport.deliver.bind(transport);
    let isDown = true;
    const names: (string | undefined)[] = [];
    transport.deliver = (message) => {
      names.push(message.messageId);
      return isDown ? Promise.reject(new Error('421 later')) : deliver(message);
    };
    const it = setUp(transport);
    await it.write();
    await it.turn();
    for (const wait of MAIL_RETRY_AFTER_MS.slice(0, -1)) {
      it.clock.advance(wait * 1.2);
      await it.turn();
    }
    isDown = false;
    await it.worker.close();
    it.clock.advance((MAIL_RETRY_AFTER_MS.at(-1) ?? 0) * 1.2);
    await it.turn(it.open());
    expect(it.sent).toHaveLength(1);
    expect(names).toHaveLength(MAIL_RETRY_AFTER_MS.length + 1);
    expect(new Set(names).size).toBe(1);
  });

  test('to a mailbox that does not exist is tried once, and other refusals again', async () => {
    const transport = recording();
    let tries = 0;
    transport.deliver = ({ to }) => {
      tries += 1;
      const response = to === VICTIM ? '550 5.1.1 No such user here' : '550 5.7.1 Relaying denied';
      return Promise.reject(Object.assign(new Error('Refused'), { response }));
    };
    const it = setUp(transport);
    const turns = async (to: string) => {
      tries = 0;
      await it.write({ to });
      for (const wait of [0, ...MAIL_RETRY_AFTER_MS.slice(0, 3)]) {
        it.clock.advance(wait * 1.2);
        await it.turn();
      }
      return tries;
    };
    expect(await turns(VICTIM)).toBe(1);
    expect(await turns('maya@embarka.example')).toBe(4);
  });

  test('whose receiver hangs delays no other, and a process that ends gives it back', async () => {
    const transport = recording();
    const deliver = transport.deliver.bind(transport);
    transport.deliver = (message) =>
      message.to.endsWith('@hangs.example') ? new Promise(() => {}) : deliver(message);
    const it = setUp(transport);
    for (let count = 0; count < 5; count += 1) await it.write({ to: `a${count}@hangs.example` });
    await it.write({ to: 'maya@embarka.example' });
    await it.worker.look();
    await expect.poll(() => it.sent.map(({ to }) => to)).toEqual(['maya@embarka.example']);
    await it.worker.close();
    const left = await store.db.select().from(jobsTable);
    expect(left).toHaveLength(5);
    expect(left.every(({ lease, attempts }) => lease === null && attempts === 0)).toBe(true);
  });

  test('with a line break in its address or subject is refused before it is stored', async () => {
    const it = setUp();
    await expect(it.write({ subject: 'Hi\r\nBcc: all@embarka.example' })).rejects.toThrow(
      'control character',
    );
    await expect(it.write({ to: 'a@b.example\nBcc: all@embarka.example' })).rejects.toThrow(
      'control character',
    );
    expect(await store.db.$count(jobsTable)).toBe(0);
  });

  test('that was sealed with a secret that is gone is given up, and no other is held up', async () => {
    const it = setUp();
    await it.write();
    await store.db.execute(
      sql`update outbox set payload = jsonb_set(payload, '{sealed}', '"AAAA"')`,
    );
    await it.turn();
    expect(await store.db.select().from(jobsTable)).toMatchObject([
      { state: 'failed', attempts: 1 },
    ]);
  });
});

describe('one mailbox', () => {
  const ask = (it: ReturnType<typeof setUp>, unsolicited: UnsolicitedMail, to = VICTIM) =>
    it.write({ to, unsolicited });

  test('gets four verifications in a day, however they are asked for and at once', async () => {
    const it = setUp();
    const spellings = ['victim', 'Victim', 'victim+1', 'victim+sale', 'VICTIM+2'];
    await Promise.all(
      Array.from({ length: 25 }, (_, index) =>
        ask(it, 'verification', `${spellings[index % 5]}@northfold.example`),
      ),
    );
    const other = it.open();
    await Promise.all([it.turn(), it.turn(other)]);
    await it.turn();
    expect(it.sent).toHaveLength(4);
    expect(await store.db.$count(jobsTable)).toBe(0);
    it.clock.advance(DAY);
    await ask(it, 'verification');
    await it.turn();
    await expect.poll(() => it.sent.length).toBe(5);
  });

  test('at Google is one whatever its dots', async () => {
    const it = setUp();
    for (const local of ['vic.tim', 'v.ictim', 'victim', 'v.i.c.t.i.m', 'victim+a', 'vict.im']) {
      await ask(it, 'review', `${local}@${local === 'victim' ? 'googlemail' : 'gmail'}.com`);
    }
    await it.turn();
    expect(it.sent).toHaveLength(3);
  });

  test('gets ten of all sorts together, and the first of each sort all the same', async () => {
    const it = setUp();
    for (const sort of ['verification', 'review', 'account-exists', 'verification'] as const) {
      for (let count = 0; count < 4; count += 1) await ask(it, sort);
    }
    await it.turn();
    expect(it.sent).toHaveLength(9);
    // The owner who has forgotten the password still gets emails while there is budget …
    await ask(it, 'password-reset');
    await ask(it, 'password-reset');
    await it.turn();
    expect(it.sent).toHaveLength(10);
    // … and afterwards the first email of each sort.
    await ask(it, 'link');
    await ask(it, 'link');
    await it.turn();
    expect(it.sent.map(({ unsolicited }) => unsolicited).slice(10)).toEqual(['link']);
  });

  test('is told everything that the team wrote, however full its day is', async () => {
    const it = setUp();
    for (let count = 0; count < 20; count += 1) await it.write();
    await it.turn();
    expect(it.sent).toHaveLength(20);
    expect(await store.db.$count(mailboxMails)).toBe(0);
  });

  test('is not charged twice for a mail that was tried twice', async () => {
    const transport = recording();
    const deliver = transport.deliver.bind(transport);
    let tries = 0;
    transport.deliver = (message) => {
      tries += 1;
      return tries < 4 ? Promise.reject(new Error('421 later')) : deliver(message);
    };
    const it = setUp(transport);
    await ask(it, 'account-exists');
    for (const wait of MAIL_RETRY_AFTER_MS.slice(0, 4)) {
      await it.turn();
      it.clock.advance(wait * 1.2);
    }
    expect(it.sent).toHaveLength(1);
    expect(await store.db.$count(mailboxMails)).toBe(1);
  });
});
