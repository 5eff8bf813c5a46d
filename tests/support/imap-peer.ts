import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { openDovecot } from './dovecot.ts';
import type { ImapMood, ImapPeer, ReceivedEmail } from './mailbox.ts';

interface Session {
  readonly socket: Socket;
  idleTag: string | undefined;
  /** How many mails it was told of. */
  told: number;
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** The mailbox of answers: at Dovecot where TEST_MAIL_SERVERS is set, at a peer of our own without it. */
export function openImapPeer(): Promise<ImapPeer> {
  return process.env.TEST_MAIL_SERVERS ? openDovecot() : openOwnPeer();
}

interface ChangeableMail extends ReceivedEmail {
  readonly flags: Set<string>;
}

/** As much of IMAP4rev1 (RFC 3501, 2177) as the mailbox of answers is read with, on a free port. */
async function openOwnPeer(): Promise<ImapPeer> {
  const mails: ChangeableMail[] = [];
  const sessions = new Set<Session>();
  let connections = 0;
  let fetchedBytes = 0;
  let nextUid = 1;
  let uidValidity = 1;
  const state = {
    mood: 'answers' as ImapMood,
    canIdle: true,
    onCommand: (_command: string) => {},
  };

  const server = createServer((socket) => {
    const session: Session = { socket, idleTag: undefined, told: 0 };
    sessions.add(session);
    connections += 1;
    socket.on('error', () => {});
    socket.on('close', () => sessions.delete(session));
    if (state.mood === 'hangs') return;
    socket.write('* OK ready\r\n');
    let rest = '';
    socket.on('data', (chunk) => {
      rest += chunk.toString('latin1');
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        try {
          answer(session, line);
        } catch {
          socket.destroy();
        }
      }
    });
  });

  function answer(session: Session, line: string): void {
    const { socket } = session;
    const writeLine = (text: string) => void socket.write(`${text}\r\n`);
    if (session.idleTag !== undefined) {
      writeLine(`${session.idleTag} OK idle ended`);
      session.idleTag = undefined;
      return;
    }
    const [tag = '', ...words] = line.split(' ');
    const command = words.join(' ').toUpperCase();
    state.onCommand(command);
    const done = (text = 'done') => writeLine(`${tag} OK ${text}`);
    const uids = () => uidsOf(words[2] ?? '', mails);
    switch (true) {
      case command === 'CAPABILITY':
        writeLine(`* CAPABILITY IMAP4rev1${state.canIdle ? ' IDLE' : ''} UIDPLUS`);
        return done();
      case command.startsWith('LOGIN'):
        return state.mood === 'refuses'
          ? writeLine(`${tag} NO [AUTHENTICATIONFAILED] not you`)
          : done(`[CAPABILITY IMAP4rev1${state.canIdle ? ' IDLE' : ''} UIDPLUS] in`);
      case command.startsWith('NAMESPACE'):
        writeLine('* NAMESPACE (("" "/")) NIL NIL');
        return done();
      case command.startsWith('LIST') || command.startsWith('LSUB'):
        if (command.endsWith(' "" ""')) writeLine('* LIST (\\Noselect) "/" ""');
        else if (/INBOX"?$/.test(command)) writeLine('* LIST () "/" INBOX');
        return done();
      case /^(SELECT|EXAMINE) "?INBOX"?/.test(command):
        session.told = mails.length;
        writeLine('* FLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft)');
        writeLine('* OK [PERMANENTFLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft \\*)] yes');
        writeLine(`* ${mails.length} EXISTS`);
        writeLine('* 0 RECENT');
        writeLine(`* OK [UIDVALIDITY ${uidValidity}] valid`);
        writeLine(`* OK [UIDNEXT ${nextUid}] next`);
        return done('[READ-WRITE] open');
      case /^(SELECT|EXAMINE)/.test(command):
        return writeLine(`${tag} NO [NONEXISTENT] no such mailbox`);
      case command.startsWith('UID SEARCH'):
        writeLine(`* SEARCH ${search(command, mails).join(' ')}`.trimEnd());
        return done();
      case command.startsWith('UID FETCH'):
        for (const mail of uids()) fetch(socket, mail, command);
        return done();
      case command.startsWith('UID STORE'):
        for (const { flags } of uids()) {
          for (const flag of line.match(/\\\w+/g) ?? []) flags.add(flag);
        }
        return done();
      case command === 'IDLE':
        session.idleTag = tag;
        writeLine('+ idling');
        return sendUpdates(session);
      case command === 'NOOP':
        sendUpdates(session);
        return done();
      case command === 'LOGOUT':
        writeLine('* BYE');
        done();
        return void socket.end();
      case command === 'CLOSE' || command.startsWith('ID') || command.startsWith('ENABLE'):
        return done();
      default:
        return writeLine(`${tag} BAD unknown`);
    }
  }

  function fetch(socket: Socket, { uid, raw, flags, at }: ReceivedEmail, command: string): void {
    const sequence = mails.findIndex((mail) => mail.uid === uid) + 1;
    const parts = [`UID ${uid}`, `FLAGS (${[...flags].join(' ')})`];
    if (command.includes('RFC822.SIZE')) parts.push(`RFC822.SIZE ${raw.length}`);
    if (command.includes('INTERNALDATE')) parts.push(`INTERNALDATE "${dateOf(at)}"`);
    const [, , start, length] = /BODY(\.PEEK)?\[\](?:<(\d+)\.(\d+)>)?/.exec(command) ?? [];
    socket.write(`* ${sequence} FETCH (${parts.join(' ')}`);
    if (/BODY(?:\.PEEK)?\[\]/.test(command)) {
      const from = Number(start ?? 0);
      const body = raw.subarray(from, length === undefined ? undefined : from + Number(length));
      fetchedBytes += body.length;
      socket.write(` BODY[]${start === undefined ? '' : `<${start}>`} {${body.length}}\r\n`);
      socket.write(body);
    }
    socket.write(')\r\n');
  }

  function drop(): void {
    for (const { socket } of sessions) socket.destroy();
  }

  function sendUpdates(session: Session): void {
    if (session.told === mails.length) return;
    session.told = mails.length;
    session.socket.write(`* ${mails.length} EXISTS\r\n`);
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return Object.defineProperties(state, {
    url: { value: `imap://support%40shop.example:secret@127.0.0.1:${port}/INBOX` },
    mails: { value: mails },
    connections: { get: () => connections },
    fetchedBytes: { get: () => fetchedBytes },
    put: {
      value: (
        raw: Uint8Array,
        { flags = [], at = new Date() }: { flags?: readonly string[]; at?: Date } = {},
      ) => {
        const mail = { uid: nextUid, raw: Buffer.from(raw), flags: new Set(flags), at };
        nextUid += 1;
        mails.push(mail);
        for (const session of sessions) if (session.idleTag !== undefined) sendUpdates(session);
        return mail;
      },
    },
    renew: {
      value: () => {
        uidValidity += 1;
        for (const { flags } of mails) flags.clear();
        drop();
      },
    },
    drop: { value: drop },
    close: {
      value: () => {
        server.close();
        drop();
      },
    },
  }) as unknown as ImapPeer;
}

function uidsOf(set: string, mails: readonly ChangeableMail[]): ChangeableMail[] {
  const newest = mails.at(-1)?.uid ?? 0;
  const toUid = (text: string) => (text === '*' ? newest : Number(text));
  const ranges = set.split(',').map((range) => {
    const [from = '', to = from] = range.split(':');
    return [toUid(from), toUid(to)].toSorted((a, b) => a - b);
  });
  return mails.filter(({ uid }) => ranges.some(([from = 0, to = 0]) => uid >= from && uid <= to));
}

function search(command: string, mails: readonly ChangeableMail[]): number[] {
  const set = /UID SEARCH.*?\bUID ([\d:*,]+)/.exec(command)?.[1];
  const since = /SINCE (\d+)-(\w+)-(\d+)/.exec(command);
  const from = since ? Date.parse(`${since[1]} ${since[2]} ${since[3]} UTC`) : -Infinity;
  return (set === undefined ? mails : uidsOf(set, mails))
    .filter(({ flags }) => !command.includes('UNSEEN') || !flags.has('\\Seen'))
    .filter(({ at }) => at.getTime() >= from)
    .map(({ uid }) => uid);
}

function dateOf(at: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  const day = `${two(at.getUTCDate())}-${MONTHS[at.getUTCMonth()]}-${at.getUTCFullYear()}`;
  return `${day} ${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:00 +0000`;
}
