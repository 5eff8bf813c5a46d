import { isDevelopment } from './environment.ts';
import { LiveSettings } from '../app/platform/live-settings.server.ts';
import { OperatorError } from '../app/platform/operator-error.ts';
import { endOnSignals } from './end-on-signals.ts';
import { start } from './start.ts';

try {
  const settings = new LiveSettings(process.env);
  const server = await start(settings, isDevelopment);
  endOnSignals((signal) =>
    // At a terminal nobody waits for a balancer to notice.
    server.close(signal === 'SIGTERM' ? settings.current.drainGraceSeconds * 1000 : 0),
  );
} catch (error) {
  // What the operator can mend is said plainly, without a stack.
  if (!(error instanceof OperatorError)) throw error;
  console.error(`Embarka cannot start.\n${error.message}`);
  process.exit(1);
}
