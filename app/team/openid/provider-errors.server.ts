import { say } from '../../platform/say.ts';
import type { Log } from '../../platform/log.server.ts';
import type { OpenIdSettings } from '../../platform/openid-settings.server.ts';
import { RefusedError } from '../../platform/errors.ts';

/** What went wrong with the provider, for whoever signs in; the cause is for the log. */
export class ProviderError extends RefusedError {
  override readonly cause: unknown;

  constructor(status: number, message: string, cause: unknown) {
    super(status, message);
    this.cause = cause;
  }
}

/** The provider's own no, such as to somebody who pressed Cancel there. */
const REFUSED_THERE = 'OAUTH_AUTHORIZATION_RESPONSE_ERROR';
const AWAY = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
]);

/** Does something at the provider; what fails there becomes a sentence. */
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

/** Writes down why, without what the provider answered: that may name people. */
export function logProviderError(log: Log, error: unknown): void {
  if (!(error instanceof RefusedError) || !('cause' in error)) return;
  const { cause } = error;
  const { name, message } = cause instanceof Error ? cause : new Error('unknown');
  log.warn(
    { reason: message, code: codeOf(cause), kind: name },
    'Signing in at the provider failed',
  );
}

/** The library's name of it; undefined for a connection that did not come about. */
function codeOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' && code.startsWith('OAUTH_') ? code : undefined;
}
