/** What React Router's build leaves, whether or not there is one to look at. */
declare module '*/build/server/index.js' {
  import type { ServerBuild } from 'react-router';

  const build: ServerBuild;
  export = build;
}
