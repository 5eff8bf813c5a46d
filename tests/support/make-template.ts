/**
 * node tests/support/make-template.ts FOLDER | postgres://…: a data folder, or a database, with the
 * cast's accounts and the demo reviews, which every end-to-end server starts from as a copy.
 */
import { systemClock } from '../../app/platform/clock.ts';
import { openEmbedded } from '../../app/platform/db/embedded.server.ts';
import { openPostgres } from '../../app/platform/db/postgres.server.ts';
import { createLog } from '../../app/platform/log.server.ts';
import { loadDemoReviews } from '../../db/demo/load.ts';
import { makeCast } from './make-cast.ts';

const place = process.argv[2];
if (!place) throw new Error('Which folder, or which database?');
const database = place.startsWith('postgres')
  ? openPostgres(place, createLog('error'))
  : await openEmbedded(place);
await makeCast(database);
await loadDemoReviews(database.db, systemClock);
await database.close();
