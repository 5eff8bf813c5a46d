/**
 * What the processes of one installation tell one another. Hints, as all events are: one may be
 * lost, and `onMissed` says when that may have happened.
 */
export interface ProcessEvents {
  /** Something on this public page changed. */
  pageChanged: { readonly path: string };
  /** How the desk stands may have changed. */
  deskChanged: Readonly<Record<string, never>>;
  /** Somebody came into the queue or left it. */
  queueChanged: Readonly<Record<string, never>>;
  /** The catalogue has a new revision. */
  cataloguePublished: { readonly revision: number };
  /** An admin saved settings. */
  settingsChanged: { readonly revision: number };
}

type Listener<Name extends keyof ProcessEvents> = (event: ProcessEvents[Name]) => void;

export interface Processes {
  /** Tells this process at once and the others soon. */
  publish<Name extends keyof ProcessEvents>(name: Name, event: ProcessEvents[Name]): void;
  subscribe<Name extends keyof ProcessEvents>(name: Name, listener: Listener<Name>): void;
  /** Calls back when others' events may have been lost: what was kept must be read anew. */
  onMissed(listener: () => void): void;
}

/** The channel of a process that is the only one: it misses nothing. */
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
