import { RefusedError } from '../platform/errors.ts';

/** A {@link RefusedError} becomes JSON. Other errors go to the error handler. */
export async function answer(work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    const { status, headers, body } = refusal(error);
    return json(body, headers, status);
  }
}

export function refusal({ message, field, status, retryAfterSeconds }: RefusedError) {
  const headers: Record<string, string> = {};
  if (retryAfterSeconds !== undefined) headers['Retry-After'] = String(retryAfterSeconds);
  return { status, headers, body: { error: { message, field } } };
}

/**
 * The response has a Content-Length, because compression skips responses that are known to be short. Compressing
 * would cost more than the rest of the response.
 */
export function json(
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
  status = 200,
): Response {
  const text = JSON.stringify(body);
  return new Response(text, {
    status,
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(text)),
      ...headers,
    },
  });
}
