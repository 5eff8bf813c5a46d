import { t } from '../../../i18n/translate.ts';
import type { Configuration } from 'openid-client';
import { RefusedError } from '../../../platform/errors.ts';
import type { OpenIdSettings } from '../../../platform/openid-settings.server.ts';
import type { Log } from '../../../platform/log.server.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import type { TeamServices } from '../members/team-services.ts';

/** The message is for the user, the cause for the log. */
class ProviderError extends RefusedError {
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

const ANSWER_WITHIN_S = 10;
/** The tolerance for clock differences. A larger one would accept old tokens. */
const CLOCKS_DIFFER_BY_S = 60;
/** The metadata of a provider rarely changes. The library refreshes the signing keys itself. */
const KNOWN_FOR_MS = 60 * 60 * 1000;
/**
 * The maximum lifetime of a session here. Requesting a maximum age makes the provider report the time of
 * authentication.
 */
const ANY_AGE_S = 90 * 24 * 60 * 60;
const CLAIM_MAX_LENGTH = 500;

export const CALLBACK_PATH = '/login/openid/callback';

/** The values that bind a callback to its flow. */
export interface Bindings {
  readonly state: string;
  readonly nonce: string;
  /** The code_verifier of PKCE. */
  readonly verifier: string;
  /** True if the provider must ask for credentials even if it has a session. */
  readonly asksAnew: boolean;
}

/** The validated claims of the ID token and of UserInfo. */
export interface Claims {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string;
  readonly isEmailVerified: boolean;
  readonly name: string;
  /** The time at which the provider authenticated the user, or `undefined` if it does not say. */
  readonly askedAt: Date | undefined;
  /** The values of `amr` and `acr`, which name the authentication methods. */
  readonly methods: readonly string[];
  /** The values of the claim from which roles are mapped. */
  readonly groups: readonly string[];
}

const known = new Map<string, { readonly at: number; readonly found: Configuration }>();

export async function addressAt(
  provider: OpenIdSettings,
  origin: string,
  { state, nonce, verifier, asksAnew }: Bindings,
): Promise<string> {
  const client = await import('openid-client');
  return errorsOf(provider, async () => {
    const url = client.buildAuthorizationUrl(await discover(provider), {
      redirect_uri: origin + CALLBACK_PATH,
      scope: provider.scopes,
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      max_age: String(asksAnew ? 0 : ANY_AGE_S),
      ...(asksAnew ? { prompt: 'login' } : {}),
    });
    return url.href;
  });
}

/**
 * Exchanges the code for claims. The library checks state, `iss`, signature, issuer, audience, times and nonce.
 * Throws {@link RefusedError}.
 */
export async function redeem(
  provider: OpenIdSettings,
  origin: string,
  search: string,
  { state, nonce, verifier, asksAnew }: Bindings,
): Promise<Claims> {
  const client = await import('openid-client');
  return errorsOf(provider, async () => {
    const config = await discover(provider);
    const tokens = await client.authorizationCodeGrant(
      config,
      new URL(origin + CALLBACK_PATH + search),
      {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
        ...(asksAnew ? { maxAge: 0 } : {}),
      },
    );
    const token = tokens.claims();
    if (!token)
      throw new RefusedError(403, t("{name} didn't tell us who you are.", { name: provider.name }));
    // Providers omit large claims from the token and serve them at the UserInfo endpoint.
    const more: Readonly<Record<string, unknown>> =
      config.serverMetadata().userinfo_endpoint === undefined
        ? {}
        : await client.fetchUserInfo(config, tokens.access_token, token.sub);
    // The `email_verified` of UserInfo does not apply to a different address in the token.
    const isOfAnother = token.email !== undefined && token.email !== more.email;
    const said = { ...more, ...(isOfAnother && { email_verified: undefined }), ...token };
    return readClaims(provider, said);
  });
}

async function discover(provider: OpenIdSettings): Promise<Configuration> {
  const { issuer, clientId, clientSecret } = provider;
  const key = `${issuer} ${clientId} ${clientSecret}`;
  const before = known.get(key);
  if (before && Date.now() - before.at < KNOWN_FOR_MS) return before.found;
  const client = await import('openid-client');
  const isLocal = issuer.startsWith('http:');
  const metadata = { client_secret: clientSecret, [client.clockTolerance]: CLOCKS_DIFFER_BY_S };
  const hardened = [
    // The library would accept unsigned tokens received over TLS, so signatures are required explicitly.
    client.enableNonRepudiationChecks,
    ...(isLocal ? [client.allowInsecureRequests] : []),
  ];
  const said = await client.discovery(new URL(issuer), clientId, metadata, undefined, {
    timeout: ANSWER_WITHIN_S,
    execute: isLocal ? [client.allowInsecureRequests] : [],
  });
  const server = said.serverMetadata();
  // The default if a provider lists no methods (OpenID Connect Discovery, 3).
  const takesBasic =
    server.token_endpoint_auth_methods_supported?.includes('client_secret_basic') ?? true;
  const way = takesBasic ? client.ClientSecretBasic : client.ClientSecretPost;
  const found = new client.Configuration(server, clientId, metadata, way(clientSecret));
  found.timeout = ANSWER_WITHIN_S;
  for (const harden of hardened) harden(found);
  known.set(key, { at: Date.now(), found });
  return found;
}

function readClaims(
  { roleClaim }: OpenIdSettings,
  claims: Readonly<Record<string, unknown>>,
): Claims {
  const { auth_time: askedAt } = claims;
  return {
    issuer: textOf(claims.iss),
    subject: textOf(claims.sub),
    email: textOf(claims.email),
    // Some providers send a string.
    isEmailVerified: claims.email_verified === true || claims.email_verified === 'true',
    name: textOf(claims.name),
    askedAt: typeof askedAt === 'number' ? new Date(askedAt * 1000) : undefined,
    methods: [...textsOf(claims.amr), ...textsOf(claims.acr)],
    groups: textsOf(findClaim(claims, roleClaim)),
  };
}

/** Supports nested claims, for example 'realm_access.roles'. */
function findClaim(claims: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name
    .split('.')
    .reduce<unknown>(
      (within, part) =>
        typeof within === 'object' && within !== null && Object.hasOwn(within, part)
          ? (within as Record<string, unknown>)[part]
          : undefined,
      claims,
    );
}

function textOf(value: unknown): string {
  return typeof value === 'string' && value.length <= CLAIM_MAX_LENGTH
    ? value.replaceAll('\0', '')
    : '';
}

function textsOf(value: unknown): string[] {
  const values = Array.isArray(value) ? value : [value];
  return values.map(textOf).filter((text) => text !== '');
}

/** Translates errors of the provider into user messages. */
async function errorsOf<T>(
  { name }: Pick<OpenIdSettings, 'name'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RefusedError) throw error;
    const code = codeOf(error);
    if (code === REFUSED_THERE) {
      throw new ProviderError(403, t("{name} didn't sign you in.", { name }), error);
    }
    if (code === undefined || AWAY.has(code)) {
      const message = t(
        "{name} isn't responding. Sign in with your password, or try again in a moment.",
        { name },
      );
      throw new ProviderError(503, message, error);
    }
    const message = t(
      "We couldn't verify the response from {name}. Start again, and tell an admin if the problem persists.",
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
    'Sign-in with the OpenID provider failed',
  );
}

/** Returns the library's error code, or `undefined` for a failed connection. */
function codeOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' && code.startsWith('OAUTH_') ? code : undefined;
}

export interface OpenIdServices extends TeamServices {
  readonly settings: TeamServices['settings'] & Pick<Settings, 'openId' | 'signUp'>;
}
