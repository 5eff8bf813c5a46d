import { say } from '../../../platform/say.ts';
import type { Log } from '../../../platform/log.server.ts';
import type { OpenIdSettings } from '../../../platform/openid-settings.server.ts';
import { RefusedError } from '../../../platform/errors.ts';

/** The message is for the user, the cause for the log. */
export class ProviderError extends RefusedError {
  override readonly cause: unknown;

  constructor(status: number, message: string, cause: unknown) {
    super(status, message);
    this.cause = cause;
  }
}

/** The provider refused, for example because the user cancelled. */
const REFUSED_THERE = 'OAUTH_AUTHORIZATION_RESPONSE_ERROR';
const AWAY = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
]);

/** Translates errors of the provider into user messages. */
export async function errorsOf<T>(
  { name }: Pick<OpenIdSettings, 'name'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RefusedError) throw error;
    const code = codeOf(error);
    if (code === REFUSED_THERE) {
      throw new ProviderError(403, say('{name} did not sign you in.', { name }), error);
    }
    if (code === undefined || AWAY.has(code)) {
      const message = say(
        '{name} does not answer. Please sign in with your password, or try again in a moment.',
        { name },
      );
      throw new ProviderError(503, message, error);
    }
    const message = say(
      'What {name} answered could not be believed. Please begin again; if it stays so, tell an admin.',
      { name },
    );
    throw new ProviderError(403, message, error);
  }
}

/** Logs the reason without the provider's response, which may contain personal data. */
export function logProviderError(log: Log, error: unknown): void {
  if (!(error instanceof RefusedError) || !('cause' in error)) return;
  const { cause } = error;
  const { name, message } = cause instanceof Error ? cause : new Error('unknown');
  log.warn(
    { reason: message, code: codeOf(cause), kind: name },
    'Signing in at the provider failed',
  );
}

/** Returns the library's error code, or `undefined` for a failed connection. */
function codeOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' && code.startsWith('OAUTH_') ? code : undefined;
}
