import type { ChatHost } from '../app/chat/server/chat-host.server.ts';
import type { Host } from '../app/host.ts';
import { Captcha } from '../app/platform/captcha.server.ts';
import { mailLookOf } from '../app/catalogue/server/content/mail-look.ts';
import type { LiveCatalogue } from '../app/shop/live-catalogue.server.ts';
import type { Clock } from '../app/platform/clock.ts';
import type { Database } from '../app/platform/db/database.server.ts';
import type { LiveSettings } from '../app/platform/live-settings.server.ts';
import type { Log } from '../app/platform/log.server.ts';
import { lookAs } from '../app/platform/email/mail-look.ts';
import type { MailTransport } from '../app/platform/email/mail.ts';
import { openMail } from '../app/platform/email/open-mail.server.ts';
import { createSeal, type Seal } from '../app/platform/seal.server.ts';
import { readOrCreateSecret } from '../app/platform/secrets.server.ts';
import type { Auth } from '../app/accounts/server/sign-in/auth.server.ts';
import type { Caches } from './caches.ts';
import type { Cluster } from './cluster.ts';
import type { Metrics } from './metrics.ts';
import { openOutbox } from './open-outbox.ts';
import type { Realtime } from './realtime.ts';
import { openRooms, ROOMS, takeSettings } from './modules.ts';

interface HostParts extends Pick<Host, 'renderElsewhere' | 'files' | 'inboundMail'> {
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

type OpenRooms = Awaited<ReturnType<typeof openRooms>>;

export async function openHost({ renderElsewhere, files, inboundMail, ...parts }: HostParts) {
  const { live, db, auth, cluster, caches, realtime } = parts;
  const { processes } = cluster;
  const seal = createSeal(await readOrCreateSecret(db, 'outbox'), 'mails');
  const rooms = await openRooms(db, live);
  const forgetLook = lookAs(() => mailLookOf(parts.catalogue.current.words, live.current.origin));
  const { chatHost, outbox } = openChat(parts, rooms, seal);
  const host: Host = {
    ...chatHost,
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
    captcha: new Captcha(chatHost, await readOrCreateSecret(db, 'captcha')),
    limits: cluster.limits,
    webhooks: rooms.webhooks,
    push: rooms.push,
    files,
    inboundMail,
    cookieSecret: await readOrCreateSecret(db, 'cookie'),
    isAnybodyIn: (conversationIds) => realtime.isAnybodyIn(conversationIds),
    isInFront: (memberId) => realtime.isInFront(memberId),
    closeSession: (sessionId) => realtime.closeSession(sessionId),
    closeMember: (memberId) => realtime.closeMember(memberId),
    closeConversations: (conversationIds) => realtime.closeConversations(conversationIds),
    ...(renderElsewhere ? { renderElsewhere } : {}),
    async takeSavedSettings() {
      await caches.refreshSettings();
      await takeSettings(host, live.revision);
      processes.publish('settingsChanged', { revision: live.revision });
      // The opening hours may have changed.
      realtime.chat.deskChanged();
    },
    processes,
    rooms: ROOMS,
    availability: caches.availability,
    answers: caches.answers,
    ratings: caches.ratings,
  };
  await takeSettings(host, live.revision);
  return { host, outbox, rooms, forgetLook };
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
  }: Omit<HostParts, 'files' | 'inboundMail'>,
  { listeners, push, webhooks }: OpenRooms,
  seal: Seal,
) {
  const chatHost: ChatHost = {
    db,
    clock,
    log,
    afterChange: {
      nudge: () => outbox.worker.nudge(),
      pageChanged: (path) => cluster.processes.publish('pageChanged', { path }),
      committed: availabilityChanged,
    },
    listeners,
    chat: realtime.chat,
  };
  const services = {
    ...chatHost,
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
    policy: webhooks.policy,
    isInFront: (id: string) => realtime.isInFront(id),
  };
  const outbox = openOutbox(chatHost, services, seal, metrics);
  return { chatHost, outbox };
}
