/**
 * node tests/support/make-template.ts FOLDER: a data folder with the cast's accounts and the demo
 * reviews, which every end-to-end server starts from as a copy.
 */
import { systemClock } from '../../app/platform/clock.ts';
import { openEmbedded } from '../../app/platform/db/embedded.server.ts';
import { loadDemoReviews } from '../../db/demo/load.ts';
import { makeCast } from './make-cast.ts';

const folder = process.argv[2];
if (!folder) throw new Error('Which folder?');
const database = await openEmbedded(folder);
await makeCast(database);
await loadDemoReviews(database.db, systemClock);
await database.close();
