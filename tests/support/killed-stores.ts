import { openEmbedded } from '../../app/platform/db/embedded.server.ts';
import type { Database } from '../../app/platform/db/database.server.ts';
import { openScratchDatabase } from './database.ts';
import { makeCast } from './make-cast.ts';
import { TestServer } from './server.ts';

const { FAULT_TEMPLATE, TEST_DATABASE_URL } = process.env;

/** A server to be killed, and its database once it is. */
export interface KilledStore {
  readonly server: TestServer;
  open(): Promise<Database>;
}

/** What is to be closed when the test is over is put into `cleanUp`. */
type Start = (env: NodeJS.ProcessEnv, cleanUp: (() => unknown)[]) => Promise<KilledStore>;

/** By the name of the engine: both, where there is a PostgreSQL. */
export const KILLED_STORES: Readonly<Record<string, Start>> = {
  async Embedded(env, cleanUp) {
    const server = await TestServer.start(FAULT_TEMPLATE, { env });
    cleanUp.push(() => server.remove());
    const open = async () => {
      const database = await openEmbedded(server.folder);
      cleanUp.push(() => database.close());
      return database.db;
    };
    return { server, open };
  },
  ...(TEST_DATABASE_URL && {
    async PostgreSQL(env: NodeJS.ProcessEnv, cleanUp: (() => unknown)[]) {
      const database = await openScratchDatabase(TEST_DATABASE_URL);
      cleanUp.push(() => database.close());
      await makeCast(database);
      const server = await TestServer.start(undefined, {
        env: { ...env, DATABASE_URL: database.url },
      });
      cleanUp.push(() => server.remove());
      return { server, open: async () => database.db };
    },
  }),
};
