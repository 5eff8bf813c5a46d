import { useEffect } from 'react';
import { whenIdle } from '../../ui/when-idle.ts';
import type { InboxStore } from './inbox-store.ts';
import type { MessageToPage, MessageToWorker } from './service-worker/contract.ts';
import { findWorker, startWorker } from './worker.ts';

/**
 * Starts the service worker of the agents' app and makes it cache this build's page and files and send
 * pending replies. The dashboard works without the worker, except offline.
 */
export function useAgentApp(store: InboxStore, owner: string): void {
  useEffect(() => {
    // Development files have no hashed names, so cached copies would be stale.
    if (import.meta.env.DEV || !('serviceWorker' in navigator)) return undefined;
    const workers = navigator.serviceWorker;
    const hear = ({ data }: MessageEvent<MessageToPage | null>) => {
      if (data && 'replies' in data) void store.takeReplies();
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
        // Registration fails, for example, in a private window. The dashboard works without the worker.
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

async function tell(message: MessageToWorker): Promise<void> {
  (await findWorker())?.active?.postMessage(message);
}

/** The manifest's version is a hash of its content. */
function buildNow(): string {
  const { __reactRouterManifest: manifest } = globalThis as {
    __reactRouterManifest?: { readonly version?: string };
  };
  return manifest?.version ?? 'unknown';
}

/** Returns all files loaded so far, including those loaded on demand. */
function loadedFiles(): string[] {
  return performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin }) => origin === location.origin)
    .map(({ pathname }) => pathname);
}
