import type { ChatContext } from '../app/chat/server/chat-context.server.ts';
import type { AppContext } from '../app/app-context.ts';
import { Captcha } from '../app/platform/captcha.server.ts';
import { mailLookOf } from '../app/catalogue/server/content/brand-colour.ts';
import type { LiveCatalogue } from '../app/shop/live-catalogue.server.ts';
import type { Clock } from '../app/platform/clock.ts';
import type { Database } from '../app/platform/db/database.server.ts';
import type { LiveSettings } from '../app/platform/live-settings.server.ts';
import type { Log } from '../app/platform/log.server.ts';
import { lookAs } from '../app/platform/email/write-mail.server.ts';
import type { MailTransport } from '../app/platform/email/mail.ts';
import { openMail } from '../app/platform/email/open-mail.server.ts';
import { createSeal, type Seal, readOrCreateSecret } from '../app/platform/secrets.server.ts';
import type { Auth } from '../app/accounts/server/sign-in/auth.server.ts';
import type { Caches } from './caches.ts';
import type { Cluster } from './cluster.ts';
import type { Metrics } from './metrics.ts';
import type { Realtime } from './realtime.ts';
import {
  openPushSender,
  pushPolicy,
  readVapidKeys,
  type PushSender,
} from '../app/notifications/server/push/push-sender.server.ts';
import { targetPolicy } from '../app/platform/outgoing/target.server.ts';
import { webhookListeners } from '../app/webhooks/server/record-event.server.ts';
import { MODULES, takeSettings, type ModuleServices } from './modules.ts';
import type { ChangeContext } from '../app/platform/change/change.server.ts';
import { forgetEnded } from '../app/platform/change/claim.server.ts';
import { expireHourly } from '../app/platform/change/expire-hourly.server.ts';
import type { JobKind } from '../app/platform/change/kind.ts';
import { JobWorker } from '../app/platform/change/job-worker.server.ts';
import { readWaiting } from '../app/platform/change/jobs.server.ts';
import { mailKind } from '../app/platform/email/mail-kind.server.ts';
import type { ScheduledJob } from '../app/platform/module.ts';

const ROUND_MS = 5000;

interface AppContextParts extends Pick<
  AppContext,
  'renderElsewhere' | 'files' | 'inboundMail' | 'invoiceRenderer'
> {
  readonly live: LiveSettings;
  readonly catalogue: LiveCatalogue;
  readonly db: Database;
  readonly auth: Auth;
  readonly clock: Clock;
  readonly log: Log;
  readonly cluster: Cluster;
  readonly caches: Caches;
  readonly metrics: Metrics;
  readonly mail: MailTransport;
  readonly realtime: Realtime;
  readonly availabilityChanged: () => void;
}

export async function openAppContext({
  renderElsewhere,
  files,
  inboundMail,
  invoiceRenderer,
  ...parts
}: AppContextParts) {
  const { live, db, auth, cluster, caches, realtime } = parts;
  const { processes } = cluster;
  const seal = createSeal(await readOrCreateSecret(db, 'outbox'), 'mails');
  const push = openPushSender({
    keys: await readVapidKeys(db),
    contact: () => live.current.supportEmail,
    policy: pushPolicy(live.current),
  });
  const forgetLook = lookAs(() => mailLookOf(parts.catalogue.current.words, live.current.origin));
  const { chatContext, jobQueue } = openChat(parts, push, seal);
  const appContext: AppContext = {
    ...chatContext,
    auth,
    get settings() {
      return live.current;
    },
    get catalogue() {
      return parts.catalogue.current;
    },
    async takePublication() {
      await caches.refreshCatalogue();
      processes.publish('cataloguePublished', { revision: parts.catalogue.current.revision });
    },
    settingsAtStart: live.atStart,
    mail: openMail(parts.mail, seal, () => live.current.origin),
    captcha: new Captcha(chatContext, await readOrCreateSecret(db, 'captcha')),
    limits: cluster.limits,
    webhooks: { policy: targetPolicy(live.current) },
    push,
    files,
    inboundMail,
    invoiceRenderer,
    cookieSecret: await readOrCreateSecret(db, 'cookie'),
    isAnybodyIn: (conversationIds) => realtime.isAnybodyIn(conversationIds),
    isInFront: (memberId) => realtime.isInFront(memberId),
    closeSession: (sessionId) => realtime.closeSession(sessionId),
    closeMember: (memberId) => realtime.closeMember(memberId),
    closeConversations: (conversationIds) => realtime.closeConversations(conversationIds),
    ...(renderElsewhere ? { renderElsewhere } : {}),
    async takeSavedSettings() {
      await caches.refreshSettings();
      await takeSettings(appContext, live.revision);
      processes.publish('settingsChanged', { revision: live.revision });
      // The opening hours may have changed.
      realtime.chat.deskChanged();
    },
    processes,
    modules: MODULES,
    availability: caches.availability,
    answers: caches.answers,
    ratings: caches.ratings,
  };
  await takeSettings(appContext, live.revision);
  return { appContext, jobQueue, push, forgetLook };
}

function openChat(
  {
    live,
    db,
    clock,
    log,
    cluster,
    metrics,
    mail,
    realtime,
    catalogue,
    availabilityChanged,
  }: Omit<AppContextParts, 'files' | 'inboundMail' | 'invoiceRenderer'>,
  push: PushSender,
  seal: Seal,
) {
  const chatContext: ChatContext = {
    db,
    clock,
    log,
    afterChange: {
      nudge: () => jobQueue.worker.nudge(),
      pageChanged: (path) => cluster.processes.publish('pageChanged', { path }),
      committed: availabilityChanged,
    },
    listeners: webhookListeners,
    chat: realtime.chat,
  };
  const services = {
    ...chatContext,
    mail: { ...openMail(mail, seal, () => live.current.origin), close: () => mail.close() },
    get settings() {
      return live.current;
    },
    get catalogue() {
      return catalogue.current;
    },
    titleOfService(path: string) {
      const [, , section = '', slug = ''] = path.split('/');
      return catalogue.current.findService(section, slug)?.title;
    },
    push,
    policy: targetPolicy(live.current),
    isInFront: (id: string) => realtime.isInFront(id),
  };
  const jobQueue = openJobQueue(chatContext, services, seal, metrics);
  return { chatContext, jobQueue };
}

function openJobQueue(
  appContext: ChangeContext,
  services: ModuleServices & { readonly mail: MailTransport },
  seal: Seal,
  metrics: Metrics,
): { readonly worker: JobWorker; readonly scheduledJobs: readonly ScheduledJob[] } {
  const { db, clock } = appContext;
  const kinds: readonly JobKind[] = [
    mailKind(appContext, services.mail, seal),
    ...MODULES.flatMap((featureModule) => featureModule.kinds?.(services) ?? []),
  ];
  const worker = new JobWorker({
    ...appContext,
    kinds,
    report: metrics.watchJobs({
      kinds: kinds.map(({ name }) => name),
      readWaiting: () => readWaiting(db, clock),
    }),
  });
  return {
    worker,
    scheduledJobs: [
      // Finds retries, and jobs of a process that died after its commit.
      { name: 'outbox', everyMs: ROUND_MS, run: () => worker.look() },
      expireHourly(appContext, 'old outbox', (tx) => forgetEnded(tx, clock, kinds)),
    ],
  };
}
