import { postJson } from '../../platform/api-client.ts';

export const SUBSCRIPTION_PATH = '/notifications/subscription';
const WORKER_PATH = '/service-worker.js';
/** The dashboard alone: no page of visitors ever passes through the worker. */
const SCOPE = '/agentchat';

/** Trusted Types, as far as they are used here; not every browser has them. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: () => string },
  ): { createScriptURL(address: string): string };
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };

/** Leads to our own worker, whatever it is asked for: pages may start no other. */
const workerPolicy = trustedTypes?.createPolicy('service-worker', {
  createScriptURL: () => WORKER_PATH,
});

/** Browsers keep workers to secure connections. */
const workers = () => (navigator as Partial<Navigator>).serviceWorker;

/** The worker of the agent's app; undefined where there is none yet. */
export async function findWorker(): Promise<ServiceWorkerRegistration | undefined> {
  const registration = await workers()?.getRegistration(SCOPE);
  // A former version's, which had the whole site, answers for this address, too.
  return registration && scopeOf(registration) === SCOPE ? registration : undefined;
}

/** Starts the worker; rejects where the browser has none. */
export async function startWorker(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register(
    workerPolicy?.createScriptURL(WORKER_PATH) ?? WORKER_PATH,
    { scope: SCOPE },
  );
  await untilActive(registration);
  // Where its pushes cannot move now, it stays until the next start.
  await leaveWholeSite(registration).catch(() => {});
  return registration;
}

/** `ready` would wait for one that controls this page, which may lie outside of its scope. */
async function untilActive({ installing, waiting, active }: ServiceWorkerRegistration) {
  const worker = active ? null : (installing ?? waiting);
  if (!worker) return;
  await new Promise<void>((resolve, reject) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve();
      if (worker.state === 'redundant') reject(new Error('The worker could not be started'));
    });
  });
}

/** Former versions registered the worker for the whole site. Its pushes move, then it ends. */
async function leaveWholeSite(registration: ServiceWorkerRegistration): Promise<void> {
  const all = (await workers()?.getRegistrations()) ?? [];
  const former = all.find((one) => scopeOf(one) === '/');
  if (!former) return;
  const subscription = await former.pushManager.getSubscription();
  if (subscription && Notification.permission === 'granted') {
    const moved = await registration.pushManager.subscribe(subscription.options);
    await postJson(SUBSCRIPTION_PATH, moved.toJSON());
  }
  await former.unregister();
}

const scopeOf = ({ scope }: ServiceWorkerRegistration) => new URL(scope).pathname;
