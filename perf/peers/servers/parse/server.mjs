import { ParseServer } from 'parse-server';

const { APP_ID, DATABASE_URL, MASTER_KEY, PORT } = process.env;

await ParseServer.startApp({
  appId: APP_ID,
  masterKey: MASTER_KEY,
  databaseURI: DATABASE_URL,
  host: '127.0.0.1',
  port: Number(PORT),
  mountPath: '/parse',
  serverURL: `http://127.0.0.1:${PORT}/parse`,
  allowClientClassCreation: false,
  liveQuery: { classNames: ['Message'] },
  startLiveQueryServer: true,
  // Nothing is written to the console or a file for each request.
  silent: true,
  verbose: false,
  logLevel: 'error',
  logsFolder: null,
});
