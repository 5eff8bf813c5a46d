import type { Ask } from './http-client.ts';

/** False as long as a server does not listen or answers with an error. */
export async function answersOk(origin: string, { path, headers, body }: Ask): Promise<boolean> {
  try {
    const answer = await fetch(origin + path, {
      ...(body !== undefined && { method: 'POST', body }),
      headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      signal: AbortSignal.timeout(5000),
    });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}
