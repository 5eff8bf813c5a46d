/**
 * The baseline of delivery and memory: Socket.IO with the product's options. Each message is the
 * same durable insert, followed by one event to the agent's room.
 */
import { createServer } from 'node:http';
import { sql } from 'drizzle-orm';
import { Server } from 'socket.io';
import { openEmbedded } from '../../app/platform/db/embedded.server.ts';
import { openPostgres } from '../../app/platform/db/postgres.server.ts';
import { createLog } from '../../app/platform/log.server.ts';

const { DATA_DIR = '', DATABASE_URL, PORT } = process.env;
const database = DATABASE_URL
  ? openPostgres(DATABASE_URL, createLog('error'))
  : await openEmbedded(DATA_DIR);
/** Message numbers: a single process needs no lock for numbering. */
const lastNumbers = new Map<string, number>();

interface Said {
  readonly id: string;
  readonly conversationId: string;
  readonly text: string;
}

const http = createServer();
const io = new Server(http, {
  path: '/live',
  transports: ['websocket'],
  serveClient: false,
  perMessageDeflate: false,
  maxHttpBufferSize: 16 * 1024,
});
io.on('connection', (socket) => {
  if (socket.handshake.auth.as === 'agent') void socket.join('agent');
  socket.on('send', (said: Said, acknowledge: () => void) => {
    const number = (lastNumbers.get(said.conversationId) ?? 0) + 1;
    lastNumbers.set(said.conversationId, number);
    void database.db
      .execute(
        sql`insert into visitor_messages
            (conversation_id, number, client_id, visitor_email, message, is_agent, created_at)
          values (${said.conversationId}, ${number}, ${said.id}, 'visitor@visitors.example',
            ${said.text}, false, now())`,
      )
      .then(() => {
        acknowledge();
        io.to('agent').emit('message', said);
      });
  });
});
http.listen(Number(PORT), '127.0.0.1', () => console.log('ready'));
process.once(
  'SIGTERM',
  () =>
    void io
      .close()
      .then(() => database.close())
      .then(() => process.exit()),
);
