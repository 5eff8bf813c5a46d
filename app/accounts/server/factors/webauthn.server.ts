import { msg, t } from '../../../i18n/translate.ts';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { RefusedError } from '../../../platform/errors.ts';

/** A credential id, which the device chooses: at most 1,023 bytes (WebAuthn, 4), as base64url. */
export const PASSKEY_ID = /^[\w-]{1,1364}$/;

const PASSKEYS_EACH = 20;

export const UNKNOWN_PASSKEY = msg(
  "That passkey isn't recognised here or took too long. Try again, or sign in another way.",
);

interface Site {
  readonly settings: { readonly origin: string; readonly brandName: string };
}

/** Passkeys are bound to this host, so that they do not work on other subdomains. */
function siteOf({ settings }: Site) {
  return { origin: settings.origin, id: new URL(settings.origin).hostname };
}

interface PasskeyOwner {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

/** Returns what the browser needs to make a passkey. `known` has the passkeys that the owner has already. */
export async function optionsToAdd(
  site: Site,
  { id, email, name }: PasskeyOwner,
  known: readonly { readonly id: string }[],
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  return generateRegistrationOptions({
    rpName: site.settings.brandName,
    rpID: siteOf(site).id,
    userID: new TextEncoder().encode(id),
    userName: email,
    userDisplayName: name,
    excludeCredentials: [...known],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** The options name no account, so that any passkey of this site can answer. */
export async function optionsToProve(site: Site): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  return generateAuthenticationOptions({ rpID: siteOf(site).id, userVerification: 'required' });
}

/** Uses up a challenge, which can be answered only once. */
type TakeChallenge = (challenge: string) => Promise<boolean>;

/** Verifies a new passkey. Throws {@link RefusedError} 403. */
export async function verifyNew(site: Site, credential: string, takeChallenge: TakeChallenge) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { origin, id } = siteOf(site);
  const result = await verifyRegistrationResponse({
    response: readCredential(credential) as RegistrationResponseJSON,
    expectedChallenge: takeChallenge,
    expectedOrigin: origin,
    expectedRPID: id,
  }).catch(throwPasskeyError);
  if (!result.verified) throw unknownPasskey();
  return result.registrationInfo.credential;
}

/** Throws {@link RefusedError} 409 for an owner who has as many passkeys as allowed. */
export function refuseMorePasskeys(count: number): void {
  if (count < PASSKEYS_EACH) return;
  throw new RefusedError(
    409,
    t('You already have {passkeysEach} passkeys. Remove one first.', {
      passkeysEach: PASSKEYS_EACH,
    }),
  );
}

interface KnownPasskey {
  readonly id: string;
  /** A COSE key, as base64url. */
  readonly publicKey: string;
  readonly counter: number;
}

/** Verifies the answer of a known passkey and returns its new counter. Throws {@link RefusedError} 403. */
export async function verifyKnown(
  site: Site,
  credential: string,
  key: KnownPasskey,
  takeChallenge: TakeChallenge,
): Promise<number> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { origin, id } = siteOf(site);
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: readCredential(credential) as AuthenticationResponseJSON,
    expectedChallenge: takeChallenge,
    expectedOrigin: origin,
    expectedRPID: id,
    credential: {
      id: key.id,
      publicKey: new Uint8Array(Buffer.from(key.publicKey, 'base64url')),
      counter: key.counter,
    },
  }).catch(throwPasskeyError);
  if (!verified) throw unknownPasskey();
  return authenticationInfo.newCounter;
}

/** Only the id is checked here, because the database is queried with it. The library validates the rest. */
export function readCredential(text: string): { readonly id: string } {
  try {
    const parsed = JSON.parse(text) as { readonly id?: unknown } | null;
    const id = parsed?.id;
    if (typeof id === 'string' && PASSKEY_ID.test(id)) return { ...parsed, id };
  } catch {
    // Invalid JSON is handled like an unknown passkey.
  }
  throw unknownPasskey();
}

function throwPasskeyError(error: unknown): never {
  // Errors of the database must not be reported as an unknown passkey.
  if (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    /^\d/.test(error.code)
  ) {
    throw error;
  }
  throw unknownPasskey();
}

export function unknownPasskey(): RefusedError {
  return new RefusedError(403, t(UNKNOWN_PASSKEY));
}
