import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { OperatorError, systemCode } from '../app/platform/operator-error.ts';

export interface TakenPort {
  readonly number: number;
  open(): void;
}

interface Address {
  readonly port: number;
  readonly host: string;
}

/**
 * Binds the port before anything is written, so that a start without the port changes nothing.
 * Until `open` every connection is reset, so that a load balancer tries another process. Throws an
 * {@link OperatorError} when the port is not available.
 */
export async function takePort(http: Server, { port, host }: Address): Promise<TakenPort> {
  const reset = (socket: Socket) => socket.resetAndDestroy();
  http.on('connection', reset);
  try {
    await new Promise<void>((listening, failed) => {
      http.once('error', failed);
      http.listen(port, host, () => {
        http.off('error', failed);
        listening();
      });
    });
  } catch (error) {
    const code = systemCode(error);
    if (code === undefined) throw error;
    throw new OperatorError(explain(code, { port, host }), { cause: error });
  }
  return {
    number: (http.address() as AddressInfo).port,
    open: () => http.off('connection', reset),
  };
}

function explain(code: string, { port, host }: Address): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is in use by another program: stop that program, or set PORT to a free port.`;
    case 'EACCES':
    case 'EPERM':
      return `This user has no permission to listen on port ${port}: set PORT to a number above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAFNOSUPPORT':
    case 'EINVAL':
      return `${host} is not an address of this computer: set HOST to an address such as 127.0.0.1 or 0.0.0.0.`;
    default:
      return `Cannot listen on port ${port} of ${host} (${code}): change PORT or HOST.`;
  }
}
