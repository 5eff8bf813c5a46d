import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { ImapMood, ImapPeer, ReceivedEmail } from './mailbox.ts';
import { freePort } from './server.ts';

const OWN_ADDRESS = 'support@shop.example';
const PASSWORD = 'secret';
/** Debian keeps servers where not every account looks. */
const PATH = `${process.env.PATH ?? ''}:/usr/sbin:/usr/local/sbin`;
/** No mail server works for root: there its programs are nobody's. */
const NOBODY = 65_534;
const WHO = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
const STARTS_WITHIN_MS = 10_000;
const FLAGS: Readonly<Record<string, string>> = {
  S: '\\Seen',
  R: '\\Answered',
  F: '\\Flagged',
  T: '\\Deleted',
  D: '\\Draft',
};

export interface RealMailbox extends ImapPeer {
  /** Every mail in it, as text. */
  read(): string[];
  /** For SMTP_URL: a mail server that delivers into this mailbox, and answers for whom it does not know. */
  openSmtp(): Promise<string>;
}

/** The mailbox of answers at a real server: Dovecot, with a line in between that a test listens to and cuts. */
export async function openDovecot(): Promise<RealMailbox> {
  const folder = mkdtempSync(join(tmpdir(), 'embarka-mail-'));
  chmodSync(folder, 0o755);
  for (const name of ['', 'run', 'exim', 'mail', 'mail/cur', 'mail/new', 'mail/tmp']) {
    const path = join(folder, name);
    mkdirSync(path, { recursive: true });
    if (WHO.uid !== undefined) chownSync(path, WHO.uid, WHO.gid);
  }
  writeFileSync(join(folder, 'passwd'), `${OWN_ADDRESS}:{PLAIN}${PASSWORD}::::::\n`);
  writeFileSync(join(folder, 'dovecot.conf'), describeDovecot(folder));
  const running = [start('dovecot', ['-F', '-c', join(folder, 'dovecot.conf')])];
  await answers(join(folder, 'imap'), () => readLog(join(folder, 'log')));

  const mails: ReceivedEmail[] = [];
  const { line, end } = await openLine(join(folder, 'imap'));
  return Object.assign(line, {
    url: `imap://support%40shop.example:${PASSWORD}@127.0.0.1:${line.port}/INBOX`,
    mails,
    put(
      raw: Uint8Array,
      { flags = [], at = new Date() }: { flags?: readonly string[]; at?: Date } = {},
    ) {
      const mail = deliver(join(folder, 'mail'), mails.length + 1, { raw, flags, at });
      mails.push(mail);
      return mail;
    },
    renew() {
      // Dovecot remembers which number it gave the mailbox last, and gives another one.
      for (const name of readdirSync(join(folder, 'mail'))) {
        if (/^dovecot(?:-uidlist|\.index)/.test(name)) rmSync(join(folder, 'mail', name));
      }
      for (const name of readdirSync(join(folder, 'mail/cur'))) {
        const bare = name.replace(/:.*$/, '');
        renameSync(join(folder, 'mail/cur', name), join(folder, 'mail/new', bare));
      }
      line.drop();
    },
    read: () =>
      ['cur', 'new'].flatMap((place) =>
        readdirSync(join(folder, 'mail', place)).map((name) =>
          readLog(join(folder, 'mail', place, name)),
        ),
      ),
    async openSmtp() {
      const port = await freePort();
      writeFileSync(join(folder, 'exim.conf'), describeExim(folder, port));
      running.push(start('exim4', ['-C', join(folder, 'exim.conf'), '-bdf']));
      await answers(port, () => readLog(join(folder, 'exim/mainlog')));
      return `smtp://127.0.0.1:${port}`;
    },
    close() {
      end();
      const remove = () =>
        rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
      for (const child of running) {
        // Until it has ended it may write there once more.
        child.once('exit', remove);
        child.kill();
      }
      remove();
    },
  });
}

function start(program: string, args: readonly string[]): ChildProcess {
  return spawn(program, args, { ...WHO, env: { PATH }, stdio: 'ignore', cwd: '/' });
}

function readLog(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return 'it wrote no log';
  }
}

async function answers(place: string | number, log: () => string): Promise<void> {
  const until = Date.now() + STARTS_WITHIN_MS;
  for (;;) {
    const socket = typeof place === 'string' ? connect(place) : connect(place, '127.0.0.1');
    try {
      await once(socket, 'data');
      return;
    } catch (error) {
      if (Date.now() > until) {
        throw new Error(`No mail server came about: ${log()}`, { cause: error });
      }
      await setTimeout(50);
    } finally {
      socket.destroy();
    }
  }
}

/** A file in a Maildir, as whatever delivers mails puts one there. */
function deliver(
  folder: string,
  number: number,
  { raw, flags, at }: { raw: Uint8Array; flags: readonly string[]; at: Date },
): ReceivedEmail {
  // Files that are found together get their numbers in the order of these.
  const base = `${1_000_000_000 + number}.M1P1Q${number}.peer`;
  const letters = Object.entries(FLAGS).flatMap(([letter, flag]) =>
    flags.includes(flag) ? [letter] : [],
  );
  const temporaryPath = join(folder, 'tmp', base);
  writeFileSync(temporaryPath, raw, { mode: 0o644 });
  utimesSync(temporaryPath, at, at);
  const place = flags.length > 0 ? `cur/${base}:2,${letters.toSorted().join('')}` : `new/${base}`;
  renameSync(temporaryPath, join(folder, place));
  return {
    uid: number,
    raw: Buffer.from(raw),
    at,
    get flags() {
      const name = readdirSync(join(folder, 'cur')).find((one) => one.startsWith(base)) ?? '';
      const [, set = ''] = /:2,(\w*)$/.exec(name) ?? [];
      return new Set(Array.from(set, (letter) => FLAGS[letter] ?? letter));
    },
  };
}

/** A port that leads to the server, and hears what is said on the way. */
async function openLine(to: string) {
  const sockets = new Set<Socket>();
  const line = {
    port: 0,
    mood: 'answers' as ImapMood,
    canIdle: true,
    connections: 0,
    fetchedBytes: 0,
    onCommand: (_command: string) => {},
    drop() {
      for (const socket of sockets) socket.destroy();
    },
  };
  const server = createServer((client) => {
    line.connections += 1;
    const peer = connect(to);
    for (const [socket, other] of [
      [client, peer],
      [peer, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    peer.on('data', (chunk: Buffer) => {
      if (line.mood === 'hangs') return;
      line.fetchedBytes += chunk.length;
      const text = chunk.toString('latin1');
      const isHidden = !line.canIdle && text.includes('CAPABILITY');
      client.write(isHidden ? Buffer.from(text.replaceAll(' IDLE', ''), 'latin1') : chunk);
    });
    client.on('data', (chunk: Buffer) => {
      try {
        for (const said of chunk.toString('latin1').split('\r\n').filter(Boolean)) {
          line.onCommand(said.replace(/^\S+ /, '').toUpperCase());
        }
        peer.write(line.mood === 'refuses' ? withWrongPassword(chunk) : chunk);
      } catch {
        client.destroy();
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  line.port = (server.address() as AddressInfo).port;
  return {
    line,
    end: () => {
      server.close();
      line.drop();
    },
  };
}

/** Both ways in which it is said: Dovecot remembers a right one for a second, so that is not changed. */
function withWrongPassword(chunk: Buffer): Buffer {
  const plain = (password: string) =>
    Buffer.from(`\0${OWN_ADDRESS}\0${password}`).toString('base64');
  const said = chunk.toString('latin1').replace(plain(PASSWORD), plain('wrong'));
  return Buffer.from(/ LOGIN /i.test(said) ? said.replace(PASSWORD, 'wrong') : said, 'latin1');
}

function describeDovecot(folder: string): string {
  const name = (flag: string) =>
    execFileSync('id', [flag], { ...WHO, encoding: 'utf8', env: { PATH } }).trim();
  const version = execFileSync('dovecot', ['--version'], { encoding: 'utf8', env: { PATH } });
  const isNewer = !/^2\.[0-3]\./.test(version);
  const [{ uid, gid }] = [{ uid: process.getuid?.(), gid: process.getgid?.(), ...WHO }];
  return `
${isNewer ? 'dovecot_config_version = 2.4.0\ndovecot_storage_version = 2.4.0' : ''}
base_dir = ${folder}/run
state_dir = ${folder}/run
log_path = ${folder}/log
protocols = imap
ssl = no
${isNewer ? 'auth_allow_cleartext = yes' : 'disable_plaintext_auth = no'}
auth_mechanisms = plain login
# A test that is refused is not to wait for it.
auth_failure_delay = 0
default_internal_user = ${name('-un')}
default_internal_group = ${name('-gn')}
default_login_user = ${name('-un')}
first_valid_uid = 0
service imap-login {
  chroot =
  inet_listener imap {
    port = 0
  }
  inet_listener imaps {
    port = 0
  }
  unix_listener ${folder}/imap {
    mode = 0666
  }
}
service anvil {
  chroot =
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service stats {
  chroot =
}
${
  isNewer
    ? `mail_driver = maildir
mail_path = ${folder}/mail
mail_home = ${folder}
mail_uid = ${uid}
mail_gid = ${gid}
passdb passwd-file {
  passwd_file_path = ${folder}/passwd
}
userdb static {
}`
    : `mail_location = maildir:${folder}/mail
passdb {
  driver = passwd-file
  args = ${folder}/passwd
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${folder}
}`
}
`;
}

function describeExim(folder: string, port: number): string {
  const [{ uid, gid }] = [{ uid: process.getuid?.(), gid: process.getgid?.(), ...WHO }];
  return `
primary_hostname = mail.shop.example
spool_directory = ${folder}/exim
log_file_path = ${folder}/exim/%slog
pid_file_path = ${folder}/exim/pid
exim_user = ${uid}
exim_group = ${gid}
deliver_drop_privilege
never_users =
keep_environment =
daemon_smtp_ports = ${port}
local_interfaces = 127.0.0.1
notifier_socket =
tls_advertise_hosts =
host_lookup =
rfc1413_query_timeout = 0s
acl_smtp_rcpt = accept
acl_smtp_data = accept
begin acl
begin routers
mailboxes:
  driver = accept
  domains = shop.example : northfold.example
  local_part_suffix = +*
  local_part_suffix_optional
  local_parts = support : elena.ruiz
  transport = maildir
begin transports
maildir:
  driver = appendfile
  directory = ${folder}/mail
  maildir_format
  delivery_date_add
  envelope_to_add
  return_path_add
  user = ${uid}
  group = ${gid}
begin retry
* * F,1h,1m
`;
}
