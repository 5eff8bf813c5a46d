/**
 * The events between the processes of an installation. Events are hints: one may be lost, and
 * `onMissed` reports when that may have happened.
 */
export interface ProcessEvents {
  /** A public page changed, so its cached copies are stale. */
  pageChanged: { readonly path: string };
  /** The availability of the team may have changed. */
  deskChanged: Readonly<Record<string, never>>;
  queueChanged: Readonly<Record<string, never>>;
  cataloguePublished: { readonly revision: number };
  settingsChanged: { readonly revision: number };
}

type Listener<Name extends keyof ProcessEvents> = (event: ProcessEvents[Name]) => void;

export interface Processes {
  /** Notifies this process synchronously and the others soon. */
  publish<Name extends keyof ProcessEvents>(name: Name, event: ProcessEvents[Name]): void;
  subscribe<Name extends keyof ProcessEvents>(name: Name, listener: Listener<Name>): void;
  /**
   * Calls back when events of other processes may have been lost: cached data must be read again.
   */
  onMissed(listener: () => void): void;
}

/** The implementation for a single process, which misses no event. */
export class LocalProcesses implements Processes {
  readonly #listeners = new Map<string, ((event: never) => void)[]>();

  publish<Name extends keyof ProcessEvents>(name: Name, event: ProcessEvents[Name]): void {
    for (const listener of this.#listeners.get(name) ?? []) (listener as Listener<Name>)(event);
  }

  subscribe<Name extends keyof ProcessEvents>(name: Name, listener: Listener<Name>): void {
    this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener]);
  }

  onMissed(): void {}
}
