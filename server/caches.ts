import { rememberAvailability } from '../app/chat/server/read/read-desk.server.ts';
import type { LiveCatalogue } from '../app/shop/live-catalogue.server.ts';
import type { Clock } from '../app/platform/clock.ts';
import type { Database } from '../app/platform/db/database.server.ts';
import type { LiveSettings } from '../app/platform/live-settings.server.ts';
import type { Log } from '../app/platform/log.server.ts';
import { presentAddress } from '../app/shop/present-address.ts';
import { CachedAnswers } from '../app/api/server/cached-answers.server.ts';
import { rememberRatings } from '../app/reviews/server/read-rating-summaries.server.ts';
import type { Cluster } from './cluster.ts';
import { pageAge } from './page-age.ts';
import { PageCache } from './page-cache.ts';

export type Caches = ReturnType<typeof openCaches>;

/**
 * Opens the caches of this process. Entries are dropped when a process announces a change;
 * everything is dropped when an event may have been lost or the settings change.
 */
export function openCaches(
  live: LiveSettings,
  catalogue: LiveCatalogue,
  db: Database,
  { processes, pageMaxAgeMs }: Cluster,
  clock: Clock,
  log: Log,
) {
  const pages = new PageCache({
    clock,
    get maxAgeMs() {
      return pageAge(live.current, clock.now(), pageMaxAgeMs);
    },
  });
  const ratings = rememberRatings(
    db,
    (address) => presentAddress(catalogue.current, address),
    clock,
    pageMaxAgeMs,
  );
  const answers = new CachedAnswers(clock, pageMaxAgeMs);
  const availability = rememberAvailability(db, clock, () => live.current.chatHours);

  const dropAll = () => {
    ratings.forget();
    answers.drop();
    pages.dropAll();
  };
  const refreshSettings = async () => {
    if (!(await live.reload(db, log))) return;
    // Dropping after the reload keeps pages rendered meanwhile out of the cache.
    dropAll();
    await catalogue.prepare(live.current.languages.offered);
    availability.forget();
  };
  const takeSettings = () => {
    refreshSettings().catch((error: unknown) =>
      log.error({ err: error }, 'Could not reload the settings'),
    );
  };
  const refreshCatalogue = async () => {
    // Pages rendered from the old revision are dropped once the new revision is loaded.
    if (await catalogue.reload(db, live.current.languages.offered)) dropAll();
  };
  const takeCatalogue = () => {
    refreshCatalogue().catch((error: unknown) =>
      log.error({ err: error }, 'Could not reload the catalogue'),
    );
  };
  processes.subscribe('cataloguePublished', ({ revision }) => {
    if (revision > catalogue.current.revision) takeCatalogue();
  });
  processes.subscribe('pageChanged', ({ path }) => {
    // Ratings come first, because pages are rendered from them. The API, its examples and the
    // search show ratings of any service.
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
