import type { Config } from '@react-router/dev/config';

export default {
  ssr: true,
  // The whole route table is small; sending it at once leaves no discovery endpoint to guard.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
