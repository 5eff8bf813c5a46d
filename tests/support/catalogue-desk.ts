import { beforeEach } from 'vitest';
import type { Database } from '../../app/platform/db/database.server.ts';
import type { ChangeContext } from '../../app/platform/change/change.server.ts';
import type { Editor } from '../../app/catalogue/server/drafts/write-draft.server.ts';
import { LiveCatalogue, type PublicationContext } from '../../app/shop/live-catalogue.server.ts';
import { seedCatalogue } from '../../app/catalogue/server/seed-catalogue.server.ts';
import type { CAST } from './cast.ts';
import { hire, createChatContext, TestClock, useDatabase } from './database.ts';
import { tracedBy } from './team.ts';

export interface CatalogueDesk {
  readonly store: ReturnType<typeof useDatabase>;
  /** What is published, as a process holds it. */
  readonly live: LiveCatalogue;
  readonly appContext: PublicationContext & ChangeContext;
  /** Who may change it. */
  readonly ines: Editor;
  /** Somebody else of the team. */
  editor(name: keyof typeof CAST): Promise<Editor>;
}

/** Before each test a fresh catalogue in a database, changed by `prepare`, and a manager who changes it. */
export function useCatalogueDesk(
  prepare: (db: Database) => Promise<unknown> = () => Promise.resolve(),
): CatalogueDesk {
  const store = useDatabase();
  const now: {
    live?: LiveCatalogue;
    appContext?: PublicationContext & ChangeContext;
    ines?: Editor;
  } = {};
  const editor = async (name: keyof typeof CAST) => {
    const member = await hire(store.db, name);
    return { id: member.id, name: member.fullName, trace: tracedBy(member) };
  };
  beforeEach(async () => {
    const own = new LiveCatalogue();
    now.live = own;
    await seedCatalogue(store.db);
    await prepare(store.db);
    await own.reload(store.db);
    now.appContext = {
      ...createChatContext(store.db, new TestClock()),
      get catalogue() {
        return own.current;
      },
      takePublication: async () => void (await own.reload(store.db)),
    };
    now.ines = await editor('ines');
  });
  const there = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('Only within a test');
    return value;
  };
  return {
    store,
    editor,
    get live() {
      return there(now.live);
    },
    get appContext() {
      return there(now.appContext);
    },
    get ines() {
      return there(now.ines);
    },
  };
}
