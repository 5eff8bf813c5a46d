import type { OpenDatabase } from '../app/platform/db/database.server.ts';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Backlog } from '../app/chat/server/read/read-backlog.server.ts';
import { MAIL_IN_OUTCOMES, type MailInOutcome } from '../app/inbound-email/rules.ts';
import type { MailOutcome } from '../app/platform/email/mail.ts';
import type { PageCache } from './page-cache.ts';
import type { JobEvent } from '../app/platform/change/job-worker.server.ts';
import type { WaitingOfKind } from '../app/platform/change/jobs.server.ts';

const COUNTS_FOR_MS = 10_000;

const EVENTS = {
  attempt: ['embarka_outbox_attempts_total', 'Attempts of this process to run jobs, by kind'],
  done: ['embarka_outbox_done_total', 'Jobs that this process has completed, by kind'],
  failed: ['embarka_outbox_failed_total', 'Jobs that failed for good in this process, by kind'],
} as const satisfies Record<JobEvent, readonly [name: string, help: string]>;

interface JobSource {
  readonly kinds: readonly string[];
  readonly readWaiting: () => Promise<readonly WaitingOfKind[]>;
}

const RESPONSE_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const DELIVERY_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30];
/** The interval of the database query, for any number of collectors. */
const BACKLOG_COUNTS_FOR_MS = 10_000;
const BACKLOG_GAUGES = [
  [
    'waitingVisitors',
    'embarka_waiting_visitors',
    'Visitors without an answer, in the whole installation',
  ],
  [
    'queuedVisitors',
    'embarka_queued_visitors',
    'Visitors without an assigned agent, in the whole installation',
  ],
  [
    'openConversations',
    'embarka_open_conversations',
    'Conversations that are not resolved, in the whole installation',
  ],
] as const satisfies readonly (readonly [key: keyof Backlog, name: string, help: string])[];
/** User input must not become label values. */
const METHODS = new Set(['GET', 'HEAD', 'POST']);

export type SocketKind = 'visitor' | 'agent';

export interface MetricsSources {
  readonly database: Pick<OpenDatabase, 'pool' | 'countWaiting'>;
  readonly pages: PageCache;
  readBacklog(): Promise<Backlog>;
}

/** The Prometheus metrics of this process. All labels come from fixed sets. */
export class Metrics {
  readonly #registry = new Registry();
  /**
   * Counted in a map and exported on demand, because the page cache answers thousands of requests.
   */
  readonly #requests = new Map<string, { labels: Record<string, string>; count: number }>();
  readonly #responseTime: Histogram<'route'>;
  readonly #renderTime: Histogram;
  readonly #publishTime: Histogram;
  readonly #deliveryTime: Histogram;
  readonly #sockets: Gauge<'kind'>;
  readonly #mails: Counter<'outcome'>;
  readonly #mailsIn: Counter<'outcome'>;
  readonly #mailbox: Gauge;
  readonly #failedScheduledJobs: Counter<'chore'>;
  #backlog: { readonly at: number; readonly read: Promise<Backlog | undefined> } | undefined;

  constructor(sources: MetricsSources) {
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry });
    this.#responseTime = new Histogram({
      name: 'embarka_http_response_seconds',
      help: 'Response time of requests that were not answered from a cache, by route',
      labelNames: ['route'],
      buckets: RESPONSE_SECONDS,
      registers,
    });
    this.#renderTime = new Histogram({
      name: 'embarka_page_render_seconds',
      help: 'Time to render a public page for the page cache',
      buckets: RESPONSE_SECONDS,
      registers,
    });
    this.#publishTime = new Histogram({
      name: 'embarka_message_publish_seconds',
      help: 'Time from the commit of a message to its publication',
      buckets: DELIVERY_SECONDS,
      registers,
    });
    this.#deliveryTime = new Histogram({
      name: 'embarka_message_delivery_seconds',
      help: 'Time from the timestamp of a message to its delivery to a socket of this process',
      buckets: DELIVERY_SECONDS,
      registers,
    });
    this.#sockets = new Gauge({
      name: 'embarka_sockets',
      help: 'Open sockets of this process, by kind of user',
      labelNames: ['kind'],
      registers,
    });
    this.#mails = new Counter({
      name: 'embarka_mails_total',
      help: 'Emails that were sent, saved in the outbox folder, or failed for good',
      labelNames: ['outcome'],
      registers,
    });
    this.#mailsIn = new Counter({
      name: 'embarka_incoming_mails_total',
      help: 'Received emails, by outcome',
      labelNames: ['outcome'],
      registers,
    });
    for (const outcome of MAIL_IN_OUTCOMES) this.#mailsIn.inc({ outcome }, 0);
    this.#mailbox = new Gauge({
      name: 'embarka_mailbox_connected',
      help: '1 while this process reads the mailbox, 0 if reading failed, NaN if another process does or no mailbox is set',
      registers,
    });
    this.#mailbox.set(Number.NaN);
    this.#failedScheduledJobs = new Counter({
      name: 'embarka_chore_failures_total',
      help: 'Failed runs of scheduled jobs, by name',
      labelNames: ['chore'],
      registers,
    });
    for (const kind of ['visitor', 'agent'] as const) this.#sockets.set({ kind }, 0);
    for (const outcome of ['sent', 'outbox', 'failed'] as const) this.#mails.inc({ outcome }, 0);
    this.#collectRequests();
    collectPages(sources.pages, this.#registry);
    collectPool(sources.database, this.#registry);
    this.#collectBacklog(sources);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  collect(): Promise<string> {
    return this.#registry.metrics();
  }

  requestAnswered(method: string, route: string, status: number): void {
    const known = METHODS.has(method) ? method : 'other';
    const key = `${known} ${status} ${route}`;
    const counted = this.#requests.get(key);
    if (counted) counted.count += 1;
    else {
      const labels = { method: known, route, status: String(status) };
      this.#requests.set(key, { labels, count: 1 });
    }
  }

  responseTook(route: string, ms: number): void {
    this.#responseTime.observe({ route }, ms / 1000);
  }

  renderTook(ms: number): void {
    this.#renderTime.observe(ms / 1000);
  }

  socketOpened(kind: SocketKind): void {
    this.#sockets.inc({ kind });
  }

  socketClosed(kind: SocketKind): void {
    this.#sockets.dec({ kind });
  }

  publishTook(ms: number): void {
    this.#publishTime.observe(ms / 1000);
  }

  /**
   * The timestamp comes from the process that saved the message, so clock differences appear here.
   */
  deliveryTook(ms: number): void {
    // An error in measuring must never prevent a delivery.
    if (Number.isFinite(ms)) this.#deliveryTime.observe(Math.max(0, ms) / 1000);
  }

  watchJobs(source: JobSource): ReturnType<typeof collectJobMetrics> {
    return collectJobMetrics(source, this.#registry);
  }

  mailHandled(outcome: MailOutcome): void {
    this.#mails.inc({ outcome });
  }

  mailTakenIn(outcome: MailInOutcome): void {
    this.#mailsIn.inc({ outcome });
  }

  mailboxRead(isConnected: boolean | undefined): void {
    this.#mailbox.set(isConnected === undefined ? Number.NaN : Number(isConnected));
  }

  choreFailed(chore: string): void {
    this.#failedScheduledJobs.inc({ chore });
  }

  #collectRequests(): void {
    const requests = this.#requests;
    this.#registry.registerMetric(
      new Counter({
        name: 'embarka_http_requests_total',
        help: 'Requests answered, by route pattern, method and status',
        labelNames: ['method', 'route', 'status'],
        registers: [],
        collect() {
          this.reset();
          for (const { labels, count } of requests.values()) this.inc(labels, count);
        },
      }),
    );
  }

  #collectBacklog(sources: MetricsSources): void {
    for (const [key, name, help] of BACKLOG_GAUGES) {
      const read = () => this.#readBacklog(sources);
      this.#registry.registerMetric(
        new Gauge({
          name,
          help,
          registers: [],
          async collect() {
            this.set((await read())?.[key] ?? Number.NaN);
          },
        }),
      );
    }
  }

  #readBacklog(sources: MetricsSources): Promise<Backlog | undefined> {
    const now = performance.now();
    if (!this.#backlog || now - this.#backlog.at > BACKLOG_COUNTS_FOR_MS) {
      // Without the database, the other metrics are still exported and may explain the problem.
      this.#backlog = { at: now, read: sources.readBacklog().catch(() => undefined) };
    }
    return this.#backlog.read;
  }
}

function collectPages(pages: PageCache, registry: Registry): void {
  registry.registerMetric(
    new Counter({
      name: 'embarka_kept_pages_total',
      help: 'Public pages served from the page cache (hit), rendered for it (miss), or evicted (drop)',
      labelNames: ['event'],
      registers: [],
      collect() {
        this.reset();
        this.inc({ event: 'hit' }, pages.counts.hits);
        this.inc({ event: 'miss' }, pages.counts.misses);
        this.inc({ event: 'drop' }, pages.counts.drops);
      },
    }),
  );
}

function collectPool({ pool, countWaiting }: MetricsSources['database'], registry: Registry): void {
  registry.registerMetric(
    new Gauge({
      name: 'embarka_database_connections',
      help: 'Database connections in use, idle connections, and requests that wait for a connection',
      labelNames: ['state'],
      registers: [],
      collect() {
        this.set({ state: 'used' }, pool.totalCount - pool.idleCount);
        this.set({ state: 'idle' }, pool.idleCount);
        this.set({ state: 'waiting' }, countWaiting());
      },
    }),
  );
}

function collectJobMetrics(
  { kinds, readWaiting }: JobSource,
  registry: Registry,
): (kind: string, event: JobEvent) => void {
  const counters = Object.fromEntries(
    Object.entries(EVENTS).map(([event, [name, help]]) => {
      const counter = new Counter({ name, help, labelNames: ['kind'], registers: [registry] });
      for (const kind of kinds) counter.inc({ kind }, 0);
      return [event, counter];
    }),
  ) as Record<JobEvent, Counter<'kind'>>;

  let counted: { at: number; read: Promise<readonly WaitingOfKind[] | undefined> } | undefined;
  const read = () => {
    const now = performance.now();
    if (!counted || now - counted.at > COUNTS_FOR_MS) {
      counted = { at: now, read: readWaiting().catch(() => undefined) };
    }
    return counted.read;
  };
  for (const [name, help, of] of [
    ['embarka_outbox_waiting', 'Jobs in the queue, in the whole installation', 'waiting'],
    [
      'embarka_outbox_oldest_seconds',
      'Seconds by which the oldest job is overdue, in the whole installation',
      'oldestSeconds',
    ],
  ] as const) {
    registry.registerMetric(
      new Gauge({
        name,
        help,
        labelNames: ['kind'],
        registers: [],
        async collect() {
          this.reset();
          const waiting = await read();
          if (!waiting) return;
          for (const kind of kinds) {
            this.set({ kind }, waiting.find((one) => one.kind === kind)?.[of] ?? 0);
          }
        },
      }),
    );
  }
  return (kind, event) => counters[event].inc({ kind });
}
