import { hash, timingSafeEqual } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import type { Settings } from '../app/platform/settings.server.ts';
import { isLoopback } from './client-address.ts';
import type { Health } from './health.ts';
import type { Metrics } from './metrics.ts';

/** Headers that proxies add. A request with one of them is not local. */
const FORWARDED = ['Forwarded', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Real-IP', 'Via'];
const NOT_STORED = { 'Cache-Control': 'no-store' };

interface Doors {
  readonly settings: Pick<Settings, 'metricsToken' | 'publicOrigin'>;
  readonly health: Health;
  readonly metrics: Metrics;
}

/** Health and metrics endpoints. They come first, so that they stay cheap. */
export function createOperatorDoors({ settings, health, metrics }: Doors) {
  const doors = new Hono<{ Bindings: HttpBindings }>();

  doors.get('/health/live', (c) => c.json({ status: 'live' }, 200, NOT_STORED));

  doors.get('/health/ready', async (c) => {
    const { isReady, parts } = await health.readiness();
    const status = isReady ? 'ready' : 'not ready';
    return c.json({ status, ...parts }, isReady ? 200 : 503, NOT_STORED);
  });

  doors.get('/metrics', async (c, next) => {
    const isAllowed = settings.metricsToken
      ? isBearer(c.req.header('Authorization'), settings.metricsToken)
      : !settings.publicOrigin &&
        isLoopback(c.env.incoming.socket.remoteAddress ?? '') &&
        !FORWARDED.some((name) => c.req.header(name) !== undefined);
    // For everybody else the page does not exist.
    if (!isAllowed) return next();
    const text = await metrics.collect();
    return c.body(text, 200, { ...NOT_STORED, 'Content-Type': metrics.contentType });
  });

  return doors;
}

/** Compares hashes in constant time, so that neither length nor timing leaks the token. */
function isBearer(header: string | undefined, token: string): boolean {
  const hashOf = (text: string) => hash('sha256', text, 'buffer');
  return timingSafeEqual(hashOf(header ?? ''), hashOf(`Bearer ${token}`));
}
