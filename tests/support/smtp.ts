import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** How the mail server behaves: it answers, says nothing at all, or keeps a mail and never says so. */
export type SmtpMood = 'answers' | 'hangs' | 'keeps silently';

export interface SmtpPeer {
  readonly url: string;
  /** What it has kept, as it came. */
  readonly kept: string[];
  mood: SmtpMood;
  /** Connections that were made to it. */
  readonly connections: number;
  close(): void;
}

/** The least a mail server says, in the mood that a test puts it in. */
export async function openSmtpPeer(): Promise<SmtpPeer> {
  const saved: string[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const peer = { mood: 'answers' as SmtpMood };
  const server = createServer((socket) => {
    sockets.add(socket);
    connections += 1;
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    if (peer.mood === 'hangs') return;
    let data: string | undefined;
    let rest = '';
    socket.write('220 test\r\n');
    socket.on('data', (chunk) => {
      rest += chunk.toString();
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        if (data !== undefined && line !== '.') data += `${line}\n`;
        else if (data !== undefined) {
          saved.push(data);
          data = undefined;
          if (peer.mood === 'answers') socket.write('250 kept\r\n');
        } else if (/^DATA/i.test(line)) {
          data = '';
          socket.write('354 go on\r\n');
        } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
        else socket.write('250 ok\r\n');
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    kept: saved,
    get mood() {
      return peer.mood;
    },
    set mood(mood) {
      peer.mood = mood;
    },
    get connections() {
      return connections;
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
