import { clientAddress, HttpConnection, type Ask } from './http-client.ts';

export interface Load {
  readonly requests: number;
  readonly perSecond: number;
  /** Milliseconds of each request. */
  readonly waits: readonly number[];
  /** The mean size of a response with its headers. */
  readonly bytes: number;
}

/** Requests are numbered through the whole run, so that texts of searches do not repeat between rounds. */
let sent = 0;

/** Sends requests over persistent connections, each as soon as the one before it was answered. */
export async function load(
  origin: string,
  ask: (n: number) => Ask,
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
): Promise<Load> {
  const lines = await Promise.all(
    Array.from({ length: connections }, () => HttpConnection.open(origin)),
  );
  const waits: number[] = [];
  let bytes = 0;
  const started = performance.now();
  const until = started + seconds * 1000;
  const sendOn = async (line: HttpConnection) => {
    for (let at = performance.now(); at < until;) {
      sent += 1;
      const { path, headers, body } = ask(sent);
      const answer = await line.send({
        path,
        headers: { ...headers, 'X-Forwarded-For': clientAddress(sent) },
        ...(body !== undefined && { body }),
      });
      if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}`);
      const now = performance.now();
      waits.push(now - at);
      bytes += answer.bytes;
      at = now;
    }
  };
  try {
    await Promise.all(lines.map(sendOn));
  } finally {
    for (const line of lines) line.close();
  }
  const passed = (performance.now() - started) / 1000;
  return {
    requests: waits.length,
    perSecond: waits.length / passed,
    waits,
    bytes: bytes / waits.length,
  };
}
