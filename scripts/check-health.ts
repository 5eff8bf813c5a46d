/** Exits with 0 when the server of this container is ready, for Docker's HEALTHCHECK. */
import { env, exit } from 'node:process';

const port = env.PORT ?? '3000';
const answer = await fetch(`http://127.0.0.1:${port}/health/ready`, {
  signal: AbortSignal.timeout(4_000),
}).catch(() => undefined);
exit(answer?.ok ? 0 : 1);
