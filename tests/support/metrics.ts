import type pg from 'pg';
import { PageCache } from '../../server/page-cache.ts';
import { Metrics } from '../../server/metrics.ts';

/** Metrics of a process that has no database; `valueOf` reads one as a collector would. */
export function testMetrics(pages = new PageCache()) {
  const pool = { totalCount: 3, idleCount: 1 } as pg.Pool;
  const database = { pool, countWaiting: () => 2 };
  const readBacklog = () =>
    Promise.resolve({ waitingVisitors: 4, queuedVisitors: 2, openConversations: 9 });
  const metrics = new Metrics({ database, pages, readBacklog });
  return {
    metrics,
    valueOf: async (line: string) => {
      const found = (await metrics.collect()).split('\n').find((l) => l.startsWith(`${line} `));
      return found === undefined ? undefined : Number(found.slice(line.length));
    },
  };
}
