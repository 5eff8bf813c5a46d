import { fileURLToPath } from 'node:url';

// The application is copied into a folder of the run, three levels below the packages.
const packages = fileURLToPath(new URL('../../../', import.meta.url));

export default {
  poweredByHeader: false,
  turbopack: { root: packages },
  outputFileTracingRoot: packages,
};
