import { test as base } from './e2e.ts';
import { ModelPeer } from './model-peer.ts';

/** An installation whose operator has named a model: a peer of the tests. */
export const test = base.extend<object, { readonly peer: ModelPeer }>({
  peer: [
    async ({}, use) => {
      const peer = await ModelPeer.start();
      await use(peer);
      await peer.close();
    },
    { scope: 'worker' },
  ],
  environment: [async ({ peer }, use) => use(peer.environment), { scope: 'worker' }],
});
