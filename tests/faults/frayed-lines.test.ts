import { setTimeout } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { openEmbedded } from '../../app/platform/db/embedded.server.ts';
import { Balancer } from '../support/balancer.ts';
import { Load } from '../support/load.ts';
import { TestServer } from '../support/server.ts';

const { FAULT_TEMPLATE } = process.env;
const FRAYED_MS = 6000;

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const work of cleanUp.splice(0).reverse()) await work();
});

test('with every connection cut at some byte, what was acknowledged is there once and in order', async () => {
  const line = await Balancer.start();
  cleanUp.push(() => line.close());
  const publicOrigin = `http://localhost:${line.port}`;
  const server = await TestServer.start(FAULT_TEMPLATE, {
    env: { TRUSTED_PROXIES: '127.0.0.1', PUBLIC_ORIGIN: publicOrigin },
  });
  cleanUp.push(() => server.remove());
  line.targets.push(server.port);
  const load = new Load({ port: line.port, publicOrigin });
  await load.begin(6);
  line.fray();
  await setTimeout(FRAYED_MS);
  // A slow machine sends less in that time.
  await expect.poll(() => load.answers.get(0) ?? 0, { timeout: 90_000 }).toBeGreaterThan(10);
  line.mend();
  const known = load.ledger.acknowledged;
  await expect.poll(() => load.ledger.acknowledged, { timeout: 60_000 }).toBeGreaterThan(known);
  await load.end();
  await load.compare();
  expect(load.answers.get(500)).toBeUndefined();
  await server.kill();
  const database = await openEmbedded(server.folder);
  cleanUp.push(() => database.close());
  await load.ledger.compareAll(database.db);
  console.log(
    `Frayed: ${load.answers.get(0)} requests cut, ${load.ledger.acknowledged} acknowledged, 0 lost`,
  );
});
