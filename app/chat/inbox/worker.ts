import { postJson } from '../../platform/api-client.ts';
import { SCOPE, SUBSCRIPTION_PATH } from './service-worker/contract.ts';

const WORKER_PATH = '/service-worker.js';

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: () => string },
  ): { createScriptURL(address: string): string };
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };

/** The policy always returns our own worker's URL, so that pages cannot start another worker. */
const workerPolicy = trustedTypes?.createPolicy('service-worker', {
  createScriptURL: () => WORKER_PATH,
});

/** Browsers offer service workers only on secure connections. */
const workers = () => (navigator as Partial<Navigator>).serviceWorker;

export async function findWorker(): Promise<ServiceWorkerRegistration | undefined> {
  const registration = await workers()?.getRegistration(SCOPE);
  // An older version's worker for the whole site also matches this URL.
  return registration && scopeOf(registration) === SCOPE ? registration : undefined;
}

/** Starts the worker; rejects in browsers without service workers. */
export async function startWorker(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register(
    workerPolicy?.createScriptURL(WORKER_PATH) ?? WORKER_PATH,
    { scope: SCOPE },
  );
  await untilActive(registration);
  // If the push subscription cannot be moved now, the old worker stays until the next start.
  await leaveWholeSite(registration).catch(() => {});
  return registration;
}

/** `ready` would wait for a worker that controls this page, but this page may be outside the scope. */
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

/**
 * Older versions registered the worker for the whole site. Its push subscription is moved before it is
 * unregistered.
 */
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
