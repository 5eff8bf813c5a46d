import { say } from '../../../platform/say.ts';
import { ApiError } from '../../../platform/api-client.ts';

/** The server creates a dozen variants of a photo, perhaps after a queue of other photos. */
const GIVE_UP_MS = 150_000;

const UNREACHABLE = 'No connection. Please try again when you are back online.';
const UNEXPECTED = 'Something went wrong on our side. Please try again.';

/** Sends a request that may take long. Rejects with an {@link ApiError} whose message is meant for the user. */
export async function callMedia<T>(address: string, body?: unknown): Promise<T> {
  const response = await fetch(address, {
    signal: AbortSignal.timeout(GIVE_UP_MS),
    ...(body === undefined
      ? {}
      : {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        }),
  }).catch(() => {
    throw new ApiError(0, say(UNREACHABLE));
  });
  const answer = (await response.json().catch(() => undefined)) as
    | (T & { readonly error?: { readonly message?: string } })
    | undefined;
  if (response.ok && answer !== undefined) return answer;
  throw new ApiError(response.status, answer?.error?.message ?? say(UNEXPECTED));
}
