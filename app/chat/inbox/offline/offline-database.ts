import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { ThreadView } from '../../protocol/views.ts';
import type { Figures } from '../../protocol/inbox-figures.ts';
import type { ViewList } from '../inbox-entries.ts';

/** The IndexedDB schema of the agents' app, for the page and the service worker. */
interface AgentAppSchema extends DBSchema {
  readonly desk: { readonly key: string; readonly value: OwnerRow | ListRow };
  readonly threads: { readonly key: string; readonly value: ThreadRow };
  readonly replies: { readonly key: string; readonly value: PersistedReply };
  readonly shared: { readonly key: string; readonly value: SharedRow };
}

/** The agent whose data is saved in this browser. */
export interface OwnerRow {
  readonly id: typeof OWNER;
  readonly at: number;
  readonly owner: string;
}

export interface ListRow {
  readonly id: string;
  readonly at: number;
  readonly list: ViewList;
  readonly figures: Figures;
}

export interface ThreadRow {
  readonly id: string;
  readonly at: number;
  readonly thread: ThreadView;
}

/** An agent's unsent message. */
export interface PersistedReply {
  readonly clientId: string;
  readonly conversationId: string;
  /** The message is never sent with another agent's session. */
  readonly author: string;
  readonly text: string;
  readonly writtenAt: string;
  /** 'refused' means that the server rejected the message; its author decides about a retry. */
  readonly state: 'waiting' | 'refused';
  readonly reason?: string;
  /** Only a page can send files, so the worker leaves such messages to it. */
  readonly hasFiles: boolean;
  /** Set if the message was typed into a notification, which had the following values. */
  readonly isFromNotice?: true;
  readonly path?: string | undefined;
  readonly number?: number | undefined;
  readonly language?: string | undefined;
}

/** Content that another app shared, until the agent chooses a conversation. */
export interface SharedRow {
  readonly id: 'shared';
  readonly at: number;
  readonly files: readonly File[];
  readonly text: string;
}

export const OWNER = 'owner';

export type AgentDatabase = IDBPDatabase<AgentAppSchema>;

/**
 * A page or worker of an earlier release that still runs cannot open a database of a higher version: it could
 * neither save nor send replies.
 */
const VERSION = 1;

/** Opens the database for `work` alone: an open connection would block a later release's upgrade. */
export async function withDatabase<T>(work: (database: AgentDatabase) => Promise<T>): Promise<T> {
  const database = await openDB<AgentAppSchema>('agent_app', VERSION, {
    upgrade(created) {
      created.createObjectStore('desk', { keyPath: 'id' });
      created.createObjectStore('threads', { keyPath: 'id' });
      created.createObjectStore('replies', { keyPath: 'clientId' });
      created.createObjectStore('shared', { keyPath: 'id' });
    },
  });
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

export async function readOwner(): Promise<string | undefined> {
  const row = await withDatabase((database) => database.get('desk', OWNER));
  return row && 'owner' in row ? row.owner : undefined;
}
