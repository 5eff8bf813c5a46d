import type { TestProject } from 'vitest/node';
import { openPostgres } from '../../app/platform/db/postgres.server.ts';
import { migrateDatabase } from '../../app/platform/db/migrate.server.ts';
import { createLog } from '../../app/platform/log.server.ts';
import { createDatabase, dropCopies } from './postgres-template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** On PostgreSQL: the migrated database that each worker copies. */
    template: string;
  }
}

/** Migrates a database once for all test files where they run on PostgreSQL; drops it afterwards. */
export default async function prepare(
  project: TestProject,
): Promise<(() => Promise<void>) | undefined> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) return undefined;
  const template = await createDatabase(server);
  const open = openPostgres(template.url, createLog('silent'));
  await migrateDatabase(open.pool);
  await open.close();
  project.provide('template', template.url);
  return async () => {
    await dropCopies(template.url);
    await template.drop();
  };
}
