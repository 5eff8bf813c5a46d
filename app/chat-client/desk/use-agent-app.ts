import { useEffect } from 'react';
import { whenIdle } from '../../ui/when-idle.ts';
import type { InboxStore } from './inbox-store.ts';
import { findWorker, startWorker } from './worker.ts';

/**
 * Starts the worker of the agent's app behind the dashboard, and has it keep this build's page and files, and
 * send what waits. Everything works without it, but for a network that is not there.
 */
export function useAgentApp(store: InboxStore, owner: string): void {
  useEffect(() => {
    // In development files have no names of their own, and what was kept would be stale.
    if (import.meta.env.DEV || !('serviceWorker' in navigator)) return undefined;
    const workers = navigator.serviceWorker;
    const hear = ({ data }: MessageEvent<{ replies?: unknown } | null>) => {
      if (data?.replies === true) void store.takeReplies();
    };
    const send = () => void tell({ kind: 'send' });
    workers.addEventListener('message', hear);
    window.addEventListener('online', send);
    void store.takeReplies();
    const callOff = whenIdle(() => {
      startWorker().then(
        async () => {
          if (await store.takeOverDevice()) {
            await tell({ kind: 'keep', build: buildNow(), owner, paths: loadedFiles() });
          }
          await tell({ kind: 'send' });
        },
        // Such as in a private window; the dashboard is the same without it.
        () => {},
      );
    });
    return () => {
      callOff();
      workers.removeEventListener('message', hear);
      window.removeEventListener('online', send);
    };
  }, [store, owner]);
}

async function tell(message: object): Promise<void> {
  (await findWorker())?.active?.postMessage(message);
}

/** The list of this build's routes is named by what is in it. */
function buildNow(): string {
  const { __reactRouterManifest: manifest } = globalThis as {
    __reactRouterManifest?: { readonly version?: string };
  };
  return manifest?.version ?? 'unknown';
}

/** What this page has loaded so far: also what is fetched only when it is needed. */
function loadedFiles(): string[] {
  return performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin }) => origin === location.origin)
    .map(({ pathname }) => pathname);
}
