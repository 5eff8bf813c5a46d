import { rememberAvailability } from '../app/conversation/read/read-desk.server.ts';
import type { LiveCatalogue } from '../app/marketplace/live-catalogue.server.ts';
import type { Clock } from '../app/platform/clock.ts';
import type { Database } from '../app/platform/db/database.server.ts';
import type { LiveSettings } from '../app/platform/live-settings.server.ts';
import type { Log } from '../app/platform/log.server.ts';
import { presentAddress } from '../app/marketplace/present-address.ts';
import { KeptAnswers } from '../app/reach/api/kept-answers.server.ts';
import { rememberRatings } from '../app/reviews/read-rating-summaries.server.ts';
import type { Cluster } from './cluster.ts';
import { KeptPages } from './kept-pages.ts';

export type Caches = ReturnType<typeof openCaches>;

/**
 * What this process keeps of what it has read or rendered. A piece is dropped when a process says
 * what changed, and everything when something may have been missed or the settings are others.
 */
export function openCaches(
  live: LiveSettings,
  catalogue: LiveCatalogue,
  db: Database,
  { processes, pageMaxAgeMs }: Cluster,
  clock: Clock,
  log: Log,
) {
  const pages = new KeptPages({ clock, maxAgeMs: pageMaxAgeMs });
  const ratings = rememberRatings(
    db,
    (address) => presentAddress(catalogue.current, address),
    clock,
    pageMaxAgeMs,
  );
  const answers = new KeptAnswers(clock, pageMaxAgeMs);
  const availability = rememberAvailability(db, clock, () => live.current.chatHours);

  const dropAll = () => {
    ratings.forget();
    answers.drop();
    pages.dropAll();
  };
  const refreshSettings = async () => {
    if (!(await live.reload(db, log))) return;
    // After the reading: what is rendered meanwhile is not kept.
    dropAll();
    await catalogue.prepare(live.current.languages.offered);
    availability.forget();
  };
  const takeSettings = () => {
    refreshSettings().catch((error: unknown) => log.error({ err: error }, 'Settings'));
  };
  const refreshCatalogue = async () => {
    // What is rendered of the one before is not kept: the next lies there when everything is dropped.
    if (await catalogue.reload(db, live.current.languages.offered)) dropAll();
  };
  const takeCatalogue = () => {
    refreshCatalogue().catch((error: unknown) => log.error({ err: error }, 'Catalogue'));
  };
  processes.subscribe('cataloguePublished', ({ revision }) => {
    if (revision > catalogue.current.revision) takeCatalogue();
  });
  processes.subscribe('pageChanged', ({ path }) => {
    // Before the pages that are made of it. The API, its examples and the search show ratings of any service.
    ratings.forget();
    answers.drop();
    for (const page of [path, '/api', '/search-index']) pages.drop(page);
  });
  processes.subscribe('settingsChanged', ({ revision }) => {
    if (revision > live.revision) takeSettings();
  });
  processes.onMissed(() => {
    dropAll();
    takeSettings();
    takeCatalogue();
  });

  return { pages, ratings, answers, availability, refreshSettings, refreshCatalogue };
}
