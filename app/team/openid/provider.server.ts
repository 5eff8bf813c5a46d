import { say } from '../../platform/say.ts';
import type { Configuration } from 'openid-client';
import { RefusedError } from '../../platform/errors.ts';
import type { OpenIdSettings } from '../../platform/openid-settings.server.ts';
import { errorsOf } from './provider-errors.server.ts';

const ANSWER_WITHIN_S = 10;
/** Computers do not agree on the second; more would let old tokens in. */
const CLOCKS_DIFFER_BY_S = 60;
/** What a provider says about itself changes seldom; its keys are looked up anew by the library. */
const KNOWN_FOR_MS = 60 * 60 * 1000;
/** As long as a session lives here at most: asking for it makes a provider say when somebody signed in there. */
const ANY_AGE_S = 90 * 24 * 60 * 60;
const CLAIM_MAX_LENGTH = 500;

export const CALLBACK_PATH = '/login/openid/callback';

/** What one sign-in at the provider is bound to. */
export interface Bindings {
  readonly state: string;
  readonly nonce: string;
  /** What PKCE calls code_verifier. */
  readonly verifier: string;
  /** Whether the provider has to ask who it is, however short ago it did. */
  readonly asksAnew: boolean;
}

/** Whom the provider says it is, after every check of the standard. */
export interface Claims {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string;
  readonly isEmailVerified: boolean;
  readonly name: string;
  /** When the provider asked them who they are; undefined where it does not say. */
  readonly askedAt: Date | undefined;
  /** `amr` and `acr`: how they proved it there. */
  readonly methods: readonly string[];
  /** Of the claim that roles are mapped from. */
  readonly groups: readonly string[];
}

const known = new Map<string, { readonly at: number; readonly found: Configuration }>();

/** The page of the provider to send a browser to. */
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
 * Exchanges the code the browser came back with for who it is. The library checks state, `iss` of the
 * answer, signature, issuer, audience, times and nonce; a {@link RefusedError} says what was not right.
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
      throw new RefusedError(403, say('{name} did not say who you are.', { name: provider.name }));
    // Large claims are left out of the token, and said where one asks.
    const more: Readonly<Record<string, unknown>> =
      config.serverMetadata().userinfo_endpoint === undefined
        ? {}
        : await client.fetchUserInfo(config, tokens.access_token, token.sub);
    // What one says of an address is nothing about another one.
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
    // Tokens come over TLS, and are to be signed all the same.
    client.enableNonRepudiationChecks,
    ...(isLocal ? [client.allowInsecureRequests] : []),
  ];
  const said = await client.discovery(new URL(issuer), clientId, metadata, undefined, {
    timeout: ANSWER_WITHIN_S,
    execute: isLocal ? [client.allowInsecureRequests] : [],
  });
  const server = said.serverMetadata();
  // Where a provider names no way it is this one (OpenID Connect Discovery, 3).
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
    // Some write it as a text.
    isEmailVerified: claims.email_verified === true || claims.email_verified === 'true',
    name: textOf(claims.name),
    askedAt: typeof askedAt === 'number' ? new Date(askedAt * 1000) : undefined,
    methods: [...textsOf(claims.amr), ...textsOf(claims.acr)],
    groups: textsOf(findClaim(claims, roleClaim)),
  };
}

/** A claim by its name, or within another as in 'realm_access.roles'. */
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
