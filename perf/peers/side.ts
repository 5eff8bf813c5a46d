import type { Ask } from './http-client.ts';
import type { Command } from './server-process.ts';

/** Pages are compared with pages, and answers to programs with answers to programs. */
export type Kind = 'page' | 'json';

export interface Reading {
  readonly kind: Kind;
  readonly what: 'service' | 'list' | 'search, frequent texts' | 'search, rare texts';
  /** Only if a side answers the same in several ways. */
  readonly how?: string;
  /** The request with the number `n` of the run. */
  readonly ask: (n: number) => Ask;
  /** Throws if the text of an answer is not complete. */
  readonly check: (text: string) => void;
}

/** A visitor who sends, and a member of the team who receives. */
export interface MessageLine {
  /** Resolves when the message is stored and acknowledged. */
  send(clientId: string): Promise<void>;
  onDelivered(listener: (clientId: string) => void): void;
  close(): void;
}

export interface Side {
  readonly name: string;
  /** The name of its database on the PostgreSQL server, if it has one. */
  readonly database?: string;
  readonly readings: readonly Reading[];
  /** The server, listening on this port. */
  command(port: number): Command;
  /** Answers 200 as soon as the server is ready. */
  readonly ready: Ask;
  openLine?(origin: string): Promise<MessageLine>;
}

/** The conditions under which a side is prepared. */
export interface Preparation {
  /** An empty folder, which is removed at the end. */
  readonly folder: string;
  /** Creates an empty database and returns its address. */
  readonly createDatabase: (name: string) => Promise<string>;
}

/** A check that a text contains all of these. */
export function contains(...texts: readonly string[]): (text: string) => void {
  return (text) => {
    const missing = texts.find((each) => !text.includes(each));
    if (missing === undefined) return;
    throw new Error(`'${missing}' is missing in the answer: ${text.slice(0, 300)}`);
  };
}

/** A check that an answer has this many items, each with a text of its own. */
export function hasAll(items: readonly string[], count: number): (text: string) => void {
  return (text) => {
    const found = items.filter((item) => text.includes(item)).length;
    if (found >= count) return;
    throw new Error(`The answer has ${found} of ${count} services: ${text.slice(0, 300)}`);
  };
}
