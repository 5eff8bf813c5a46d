import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import type { Host } from '../app/host.ts';
import { completeQuietConversations } from '../app/chat/complete-conversation.server.ts';
import { drainQueue } from '../app/chat/drain-queue.server.ts';
import { Captcha } from '../app/platform/captcha.server.ts';
import { systemClock } from '../app/platform/clock.ts';
import type { OpenDatabase } from '../app/platform/db/database.server.ts';
import { openEmbedded } from '../app/platform/db/embedded.server.ts';
import { migrateDatabase } from '../app/platform/db/migrate.server.ts';
import { openPostgres } from '../app/platform/db/postgres.server.ts';
import { createLog, type Log } from '../app/platform/log.server.ts';
import { openMail } from '../app/platform/mail/open-mail.server.ts';
import { RateLimiter } from '../app/platform/rate-limit.ts';
import { readOrCreateSecret } from '../app/platform/secrets.server.ts';
import type { Settings } from '../app/platform/settings.server.ts';
import { createAuth } from '../app/team/auth.server.ts';
import { PRESENCE_RENEWAL_MS, renewPresence } from '../app/team/presence.server.ts';
import { offerSetup } from '../app/team/setup.server.ts';
import { loadDemo, type DemoAccount } from '../db/demo/load.ts';
import { createApp } from './app.ts';
import { drawAssets, loadAssets } from './assets.ts';
import { KeptPages } from './kept-pages.ts';
import { openPages } from './pages.ts';
import { openRealtime } from './realtime.ts';

const HOUR_MS = 60 * 60 * 1000;
const HOUSEKEEPING_MS = 60 * 1000;

export interface RunningServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Opens everything in order, listens, and prints where. */
export async function start(settings: Settings, isDevelopment: boolean): Promise<RunningServer> {
  const log = createLog(settings.logLevel);
  const dataDir = resolve(settings.dataDir);
  const database = await openDatabase(settings, dataDir, log);
  const { db } = database;
  await migrateDatabase(database.pool);

  const clock = systemClock;
  const secret = readOrCreateSecret(dataDir, 'session');
  const auth = createAuth(db, { origin: settings.origin, secret });
  const wantsDemo = settings.demo ?? database.isNew;
  const demo = wantsDemo ? await loadDemo(db, auth, clock) : [];
  const setupToken = await offerSetup(db, clock);
  const mail = openMail(settings, dataDir, log);

  const pages = new KeptPages();
  const http = createServer();
  const reportFault = (what: string) => (error: unknown) => log.error({ err: error }, what);
  const realtime = openRealtime(http, {
    db,
    auth,
    settings,
    log,
    onAgentsConnected: (agentIds) => void welcomeAgents(agentIds).catch(reportFault('Presence')),
  });
  async function welcomeAgents(agentIds: readonly string[]): Promise<void> {
    await renewPresence(db, agentIds);
    await drainQueue(db, realtime.chat);
  }
  const renewal = setInterval(
    () => void renewPresence(db, realtime.connectedAgents()).catch(reportFault('Presence')),
    PRESENCE_RENEWAL_MS,
  );

  const housekeeping = setInterval(
    () => void keepHouse().catch(reportFault('Housekeeping')),
    HOUSEKEEPING_MS,
  );
  /** What nobody's request would do: the queue after a lost hint, and what has gone quiet. */
  async function keepHouse(): Promise<void> {
    await drainQueue(db, realtime.chat);
    await completeQuietConversations(db, clock, realtime.chat, settings.chatQuietHours * HOUR_MS);
  }

  const host: Host = {
    db,
    auth,
    settings,
    clock,
    log,
    mail,
    captcha: new Captcha(readOrCreateSecret(dataDir, 'captcha'), clock),
    limits: new RateLimiter(clock),
    chat: realtime.chat,
    cookieSecret: readOrCreateSecret(dataDir, 'cookie'),
    isAnybodyIn: (conversationIds) => realtime.isAnybodyIn(conversationIds),
    closeSession: (sessionId) => realtime.closeSession(sessionId),
    closeMember: (memberId) => realtime.closeMember(memberId),
    dropPage: (path) => pages.drop(path),
  };
  const opened = await openPages(host, http, isDevelopment);
  const assets = isDevelopment
    ? drawAssets()
    : loadAssets(join(import.meta.dirname, '../build/client'));
  const app = createApp({ host, assets, pages, handlePage: opened.handlePage, isDevelopment });
  const listener = getRequestListener(app.fetch);
  http.on(
    'request',
    opened.withDevServer((request, response) => void listener(request, response)),
  );

  await new Promise<void>((listening, failed) => {
    http.once('error', failed);
    http.listen(settings.port, settings.host, listening);
  });
  const { port } = http.address() as AddressInfo;
  announce(settings, port, demo, setupToken);

  return {
    port,
    async close() {
      clearInterval(renewal);
      clearInterval(housekeeping);
      await realtime.close();
      await opened.close();
      await mail.close();
      await database.close();
    },
  };
}

async function openDatabase(settings: Settings, dataDir: string, log: Log): Promise<OpenDatabase> {
  return settings.databaseUrl ? openPostgres(settings.databaseUrl, log) : openEmbedded(dataDir);
}

/** For the person at the terminal; everything else goes to the log. */
function announce(
  settings: Settings,
  port: number,
  demo: readonly DemoAccount[],
  setupToken: string | undefined,
): void {
  const origin = settings.publicOrigin ?? `http://localhost:${port}`;
  const lines = [
    '',
    `  ${settings.brandName} is ready`,
    '',
    `  Marketplace   ${origin}`,
    `  Agent Portal  ${origin}/login`,
  ];
  if (demo.length > 0) {
    lines.push('', '  Demo accounts of this installation (shown only this once):');
    for (const { role, email, password } of demo) {
      lines.push(`    ${role.padEnd(7)} ${email.padEnd(28)} ${password}`);
    }
  }
  if (setupToken) {
    lines.push('', '  Create the first admin with this link. It works once:');
    lines.push(`    ${origin}/setup?token=${setupToken}`);
  }
  console.log([...lines, ''].join('\n'));
}
