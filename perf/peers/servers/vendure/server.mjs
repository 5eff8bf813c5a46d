import { createRequire } from 'node:module';
import { createConfig } from './config.mjs';

const { bootstrap } = createRequire(import.meta.url)('@vendure/core');

await bootstrap(createConfig({ synchronize: false }));
