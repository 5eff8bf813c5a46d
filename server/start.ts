import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Host } from '../app/host.ts';
import type { ChatHost } from '../app/conversation/chat-host.server.ts';
import { saveDeskSettings } from '../app/conversation/hold/agent-load.server.ts';
import { drainQueue } from '../app/conversation/hold/drain-queue.server.ts';
import { readBacklog } from '../app/conversation/read/read-backlog.server.ts';
import { Captcha } from '../app/platform/captcha.server.ts';
import type { AfterChange } from '../app/platform/change/change.server.ts';
import { forgetEnded } from '../app/platform/change/claim.server.ts';
import type { OutboxKind } from '../app/platform/change/kind.ts';
import { OutboxWorker } from '../app/platform/change/outbox-worker.server.ts';
import { systemClock } from '../app/platform/clock.ts';
import type { Database, OpenDatabase } from '../app/platform/db/database.server.ts';
import { DiskSpace } from '../app/platform/db/disk-space.server.ts';
import { keepUp } from '../app/platform/db/upkeep.server.ts';
import { openEmbedded, type Fill } from '../app/platform/db/embedded.server.ts';
import { migrateDatabase } from '../app/platform/db/migrate.server.ts';
import { inStartLock } from '../app/platform/db/start-lock.server.ts';
import { reachPostgres } from '../app/platform/db/postgres.server.ts';
import { createLog, type Log } from '../app/platform/log.server.ts';
import { mailKind } from '../app/platform/mail/mail-kind.server.ts';
import { forgetMailboxMails } from '../app/platform/mail/mailbox-budget.server.ts';
import { openMail, openMailTransport } from '../app/platform/mail/open-mail.server.ts';
import { pruneMailFolder } from '../app/platform/mail/prune-mail-folder.server.ts';
import { readWaiting } from '../app/platform/change/read-waiting.server.ts';
import { ROOT_FOLDER } from '../app/platform/root-folder.server.ts';
import { createSeal } from '../app/platform/seal.server.ts';
import { readOrCreateSecret } from '../app/platform/secrets.server.ts';
import type { LiveSettings } from '../app/platform/live-settings.server.ts';
import type { Settings } from '../app/platform/settings.server.ts';
import { createAuth } from '../app/team/accounts/auth.server.ts';
import { keyOldBlocks } from '../app/conversation/privacy/block-visitor.server.ts';
import { keyOldSubjects } from '../app/team/audit/address-subject.server.ts';
import { PRESENCE_RENEWAL_MS, renewPresence } from '../app/team/members/presence.server.ts';
import {
  renewPrinted,
  type PrintedAccount,
} from '../app/team/accounts/printed-passwords.server.ts';
import { offerSetup } from '../app/team/accounts/setup.server.ts';
import { openPushSender, pushPolicy, readVapidKeys } from '../app/reach/push/push-sender.server.ts';
import { webhookListeners } from '../app/reach/webhook/record-event.server.ts';
import { targetPolicy } from '../app/platform/outgoing/target.server.ts';
import { loadDemo } from '../db/demo/load.ts';
import { drawAssets, loadAssets } from './assets.ts';
import { createProxyTrust, isLoopback } from './client-address.ts';
import { openCluster, type Cluster } from './cluster.ts';
import { openControl } from './control.ts';
import { watchRequests } from './drain.ts';
import { Health } from './health.ts';
import { keepHouse } from './housekeeping.ts';
import type { Chore } from '../app/platform/room.ts';
import { createHttpServer, unlessAnswered } from './http-server.ts';
import { KeptPages } from './kept-pages.ts';
import { Metrics } from './metrics.ts';
import { openPages } from './pages.ts';
import { takePort } from './take-port.ts';
import { openRealtime, type Realtime } from './realtime.ts';
import { RenderQueue } from './render-queue.ts';
import { createRequestListener } from './request-listener.ts';
import { scopeOfLog } from './request-scope.ts';
import { retentionChores } from './retention.ts';
import { ROOMS } from './rooms.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const OUTBOX_ROUND_MS = 5000;

export interface RunningServer {
  readonly port: number;
  /**
   * Ends without failing anybody: not ready any more, new connections for `graceMs` longer, the
   * requests under way, then the sockets, the chores, the mails, the database.
   */
  close(graceMs?: number): Promise<void>;
}

/** Opens everything in order, listens, and prints where. */
export async function start(live: LiveSettings, isDevelopment: boolean): Promise<RunningServer> {
  // As set at start: what is used below cannot be changed while the process runs.
  const settings = live.current;
  const log = createLog(settings.logLevel, { scope: scopeOfLog });
  const dataDir = resolve(settings.dataDir);
  const isProxy = createProxyTrust(settings.trustedProxies);
  const http = createHttpServer({
    isProxy: (address) => isProxy(address) || isLoopback(address),
  });
  const port = await takePort(http, settings);
  const clock = systemClock;
  const authOf = async (db: Database) =>
    createAuth(db, {
      origin: settings.origin,
      secret: await readOrCreateSecret(db, 'session'),
    });
  let demo: readonly PrintedAccount[] = [];
  const database = await openDatabase(settings, dataDir, log, async ({ db }) => {
    if (settings.demo ?? true) demo = await loadDemo(db, await authOf(db), clock);
  });
  const { db } = database;
  await migrateDatabase(database.pool);
  await saveDeskSettings(db, settings.chatCapacity);
  await keyOldSubjects(db);
  await keyOldBlocks(db);
  await live.reload(db, log);

  const reportFault = (what: string) => (error: unknown) => log.error({ err: error }, what);
  const auth = await authOf(db);
  const waysIn = await inStartLock(database, async () => {
    if (settings.demo && demo.length === 0) demo = await loadDemo(db, auth, clock);
    const isShared = settings.redisUrl !== undefined;
    return {
      accounts: demo.length > 0 ? demo : await renewPrinted(db, auth, clock, isShared),
      setupToken: await offerSetup(db, clock),
    };
  });
  const cluster = await openCluster(db, settings, clock, log);
  const { processes } = cluster;
  const pages = new KeptPages({ clock, maxAgeMs: cluster.pageMaxAgeMs });
  const health = new Health(database.pool);
  const metrics = new Metrics({ pool: database.pool, pages, readBacklog: () => readBacklog(db) });
  const queue = new RenderQueue();
  const mailTransport = openMailTransport(
    settings,
    () => live.current.mailFrom,
    dataDir,
    log,
    (outcome) => metrics.mailHandled(outcome),
  );
  const refreshSettings = async () => {
    // After the reading: a page that is rendered meanwhile is not kept.
    if (await live.reload(db, log)) pages.dropAll();
  };
  processes.subscribe('pageChanged', ({ path }) => pages.drop(path));
  processes.subscribe('settingsChanged', ({ revision }) => {
    if (revision > live.revision) void refreshSettings().catch(reportFault('Settings'));
  });
  processes.onMissed(() => pages.dropAll());
  const requests = watchRequests(http);
  const realtime = openRealtime(http, {
    db,
    auth,
    settings,
    log,
    metrics,
    adapter: cluster.socketAdapter,
    onAgentsConnected: (agentIds) => void welcomeAgents(agentIds).catch(reportFault('Presence')),
  });
  async function welcomeAgents(agentIds: readonly string[]): Promise<void> {
    await renewPresence(db, agentIds);
    realtime.chat.deskChanged();
    await drainQueue(chatHost);
  }
  const seal = createSeal(await readOrCreateSecret(db, 'outbox'), 'mails');
  const afterChange: AfterChange = {
    nudge: () => outbox.nudge(),
    pageChanged: (path) => processes.publish('pageChanged', { path }),
  };
  const listeners = webhookListeners;
  const chatHost: ChatHost = { db, clock, log, afterChange, listeners, chat: realtime.chat };
  const policy = targetPolicy(settings);
  const push = openPushSender({
    keys: await readVapidKeys(db),
    contact: () => live.current.supportEmail,
    policy: pushPolicy(settings),
  });
  const services = {
    db,
    clock,
    mail: mailTransport,
    get settings() {
      return live.current;
    },
    push,
    policy,
    isInFront: (id: string) => realtime.isInFront(id),
  };
  const kinds: readonly OutboxKind[] = [
    mailKind(chatHost, mailTransport, seal),
    ...ROOMS.flatMap((room) => room.kinds(services)),
  ];
  const outbox = new OutboxWorker({
    db,
    clock,
    log,
    kinds,
    report: metrics.watchOutbox({
      kinds: kinds.map(({ name }) => name),
      readWaiting: () => readWaiting(db, clock),
    }),
  });
  const host: Host = {
    db,
    auth,
    get settings() {
      return live.current;
    },
    settingsAtStart: live.atStart,
    clock,
    log,
    mail: openMail(mailTransport, seal, () => live.current.origin),
    captcha: new Captcha(db, await readOrCreateSecret(db, 'captcha'), clock),
    limits: cluster.limits,
    chat: realtime.chat,
    afterChange,
    listeners,
    webhooks: { policy },
    push,
    cookieSecret: await readOrCreateSecret(db, 'cookie'),
    isAnybodyIn: (conversationIds) => realtime.isAnybodyIn(conversationIds),
    isInFront: (memberId) => realtime.isInFront(memberId),
    closeSession: (sessionId) => realtime.closeSession(sessionId),
    closeMember: (memberId) => realtime.closeMember(memberId),
    closeConversations: (conversationIds) => realtime.closeConversations(conversationIds),
    inRenderTurn: (work) => queue.render(work),
    async takeSavedSettings() {
      await refreshSettings();
      processes.publish('settingsChanged', { revision: live.revision });
      // The hours of the chat may be among them.
      realtime.chat.deskChanged();
    },
    processes,
  };
  const opened = await openPages(host, http, isDevelopment);
  const assets = isDevelopment ? await drawAssets() : loadAssets(join(ROOT_FOLDER, 'build/client'));
  const { handlePage } = opened;
  const listener = createRequestListener({
    host,
    pages,
    assets,
    health,
    metrics,
    queue,
    handlePage,
    isDevelopment,
  });
  http.on('request', unlessAnswered(opened.withDevServer(listener)));

  port.open();
  announce(live.current, port.number, waysIn);
  const control =
    database.engine === 'embedded' ? await openControl(database.pool, dataDir, log) : undefined;
  const chores = [
    ...choresOf(host, realtime, cluster, database),
    // Retries, and what a process left that died between its commit and the doing.
    { name: 'outbox', everyMs: OUTBOX_ROUND_MS, run: () => outbox.look() },
    { name: 'counted mails', everyMs: HOUR_MS, run: () => forgetMailboxMails(db, clock) },
    { name: 'old outbox', everyMs: HOUR_MS, run: () => forgetEnded(db, clock, kinds) },
    // For a process that was told nothing: the hint was lost, or no Redis is set.
    { name: 'settings', everyMs: 3 * SECOND_MS, run: refreshSettings },
  ];
  const stopHousekeeping = keepHouse(chores, log, (chore) => metrics.choreFailed(chore));

  return {
    port: port.number,
    async close(graceMs = 0) {
      health.drain();
      requests.begin();
      log.info({ graceMs }, 'Ending');
      if (graceMs > 0) await setTimeout(graceMs);
      requests.stopAccepting();
      control?.close();
      push.close();
      await Promise.all([requests.finished(), realtime.sendAway()]);
      await stopHousekeeping();
      await outbox.close();
      await realtime.close();
      await opened.close();
      mailTransport.close();
      cluster.close();
      await database.close();
      log.info('Ended');
    },
  };
}

/** What every process does besides answering. */
function choresOf(
  host: Host,
  realtime: Realtime,
  cluster: Cluster,
  { engine, pool }: OpenDatabase,
): readonly Chore[] {
  const { db, clock } = host;
  const dataDir = resolve(host.settings.dataDir);
  const outbox = join(dataDir, 'outbox');
  const diskSpace = new DiskSpace({ pool }, dataDir, host.log);
  return [
    { name: 'old mails', everyMs: HOUR_MS, run: () => pruneMailFolder(outbox, clock) },
    {
      name: 'presence',
      everyMs: PRESENCE_RENEWAL_MS,
      run: () => renewPresence(db, realtime.connectedAgents()),
    },
    // For what another process changed, or somebody with the database in hand.
    { name: 'former listeners', everyMs: 15_000, run: () => realtime.closeFormerListeners() },
    {
      // Nobody can tell this process to close a socket: it looks by itself, as fast as it is told.
      name: 'former listeners while cut off',
      everyMs: 1000,
      run: async () => (cluster.isCutOff() ? realtime.closeFormerListeners() : undefined),
    },
    ...ROOMS.flatMap((room) => room.chores(host)),
    ...retentionChores(host),
    ...(engine === 'embedded'
      ? [
          { name: 'database upkeep', everyMs: MINUTE_MS, run: () => keepUp(pool) },
          { name: 'disk space', everyMs: SECOND_MS, run: () => diskSpace.look() },
        ]
      : []),
  ];
}

async function openDatabase(
  settings: Settings,
  dataDir: string,
  log: Log,
  fill: Fill,
): Promise<OpenDatabase> {
  return settings.databaseUrl
    ? reachPostgres(settings.databaseUrl, log)
    : openEmbedded(dataDir, fill);
}

/** How the operator gets in before anybody has. */
interface WaysIn {
  readonly accounts: readonly PrintedAccount[] | 'just printed';
  readonly setupToken: string | undefined;
}

/** For the person at the terminal; everything else goes to the log. */
function announce(settings: Settings, port: number, { accounts, setupToken }: WaysIn): void {
  const origin = settings.publicOrigin ?? `http://localhost:${port}`;
  const lines = [
    '',
    `  ${settings.brandName} is ready`,
    '',
    `  Marketplace   ${origin}`,
    `  Agent Portal  ${origin}/login`,
  ];
  if (accounts === 'just printed') {
    lines.push(
      '',
      '  Another process printed the passwords of the demo accounts a moment ago. If they are lost,',
      '  start again in a minute: that gives them new ones.',
    );
  } else if (accounts.length > 0) {
    lines.push(
      '',
      '  Demo accounts that nobody has used. Until an admin has signed in, each start',
      '  gives them new passwords; these are the ones that count:',
    );
    for (const { role, email, password } of accounts) {
      lines.push(`    ${role.padEnd(7)} ${email.padEnd(28)} ${password}`);
    }
  }
  if (setupToken) {
    lines.push('', '  Create the first admin with this link. It works once:');
    lines.push(`    ${origin}/setup?token=${setupToken}`);
  }
  console.log([...lines, ''].join('\n'));
}
