import { isDevelopment } from './environment.ts';
import { LiveSettings } from '../app/platform/live-settings.server.ts';
import { OperatorError } from '../app/platform/operator-error.ts';
import { endOnSignals } from './end-on-signals.ts';
import { start } from './start.ts';

process.on('uncaughtException', (error) => end('Embarka stopped.', error));
// A rejected promise of one request must not end everybody's chat.
process.on('unhandledRejection', (error) => console.error('Unhandled promise rejection.', error));

try {
  const settings = new LiveSettings(process.env);
  const server = await start(settings, isDevelopment);
  endOnSignals((signal) =>
    // At a terminal, no load balancer needs time to notice.
    server.close(signal === 'SIGTERM' ? settings.current.drainGraceSeconds * 1000 : 0),
  );
} catch (error) {
  end('Embarka cannot start.', error);
}

function end(what: string, error: unknown): never {
  if (error instanceof OperatorError) console.error(`${what}\n${error.message}`);
  else console.error(error);
  process.exit(1);
}
