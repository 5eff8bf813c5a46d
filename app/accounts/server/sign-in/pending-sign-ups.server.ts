import { and, asc, desc, eq, gt, inArray, like, sql, type SQL } from 'drizzle-orm';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { Erased } from '../../../platform/module.ts';
import { hashSecret } from '../../../platform/secrets.server.ts';
import { newLink } from '../../../platform/one-time-link.server.ts';
import { networksOf } from '../../../platform/rate-limit.ts';
import type { Auth } from './auth.server.ts';
import { isPasswordHash } from './credentials.server.ts';
import { pendingSignUps } from '../tables.server.ts';
import { LINK_VALID_FOR_MS } from './tokens.server.ts';

import { type Counted } from '../../../platform/format-count.ts';
import { keySubjectsOf } from '../audit/address-subject.server.ts';
import { scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { accountMessage } from '../../stored-messages.ts';

const derive = promisify<string, string, number, object, Buffer>(scrypt);

/** As expensive as better-auth's hashes, so that a stolen database is equally hard to crack. */
const COST = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 };

const DAY_MS = 24 * 60 * 60 * 1000;
const VALID_FOR_MS = 30 * DAY_MS;

/** The limit per address. The first ones cannot be displaced, and the newest is always kept. */
const PER_ADDRESS = 10;
const MAX_UNCONFIRMED = 5;
/** The limit per network: a flood from one network displaces its own sign-ups first. */
const PER_NETWORK = 20;
const IN_ALL = 2000;

export type PendingSignUp = typeof pendingSignUps.$inferSelect;

type NewPendingSignUp = Pick<
  PendingSignUp,
  'email' | 'fullName' | 'requestedRole' | 'passwordHash' | 'passwordProof' | 'network' | 'browser'
>;

/**
 * An advisory lock for everything that creates an account or ends a sign-up of this address, so that concurrent
 * requests see each other's result. If both locks are needed, `lockTeam` comes first.
 */
export async function lockAddress(tx: Database, email: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`account:${email}`}))`);
}

/** Saves a sign-up beside other pending ones, and returns the secret of its link. */
export async function insertPendingSignUp(
  tx: Database,
  clock: Clock,
  signUp: NewPendingSignUp,
): Promise<{ readonly id: string; readonly token: string; readonly createdAt: Date }> {
  const createdAt = clock.now();
  await freeSpace(tx, signUp);
  const { token, link } = newSignUpLink(clock);
  const [saved] = await tx
    .insert(pendingSignUps)
    .values({
      ...signUp,
      ...link,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + VALID_FOR_MS),
    })
    .returning({ id: pendingSignUps.id });
  if (!saved) throw new Error('The sign-up was not saved');
  return { id: saved.id, token, createdAt };
}

async function freeSpace(
  tx: Database,
  { email, network }: Pick<NewPendingSignUp, 'email' | 'network'>,
): Promise<void> {
  const table = pendingSignUps;
  const drop = async (ids: { id: string }[]) => {
    if (ids.length === 0) return;
    await tx.delete(table).where(
      inArray(
        table.id,
        ids.map(({ id }) => id),
      ),
    );
  };
  const ofAddress = await tx
    .select({ id: table.id })
    .from(table)
    .where(eq(table.email, email))
    .orderBy(asc(table.createdAt), asc(table.id));
  await drop(
    ofAddress.slice(MAX_UNCONFIRMED, ofAddress.length - (PER_ADDRESS - MAX_UNCONFIRMED - 1)),
  );
  const beyond = (keep: number) =>
    tx
      .select({ id: table.id })
      .from(table)
      .orderBy(desc(table.createdAt), desc(table.id))
      .offset(keep - 1)
      .limit(PER_ADDRESS)
      // Rows that another transaction has locked are left to that transaction.
      .for('update', { skipLocked: true })
      .$dynamic();
  if (network !== null) await drop(await beyond(PER_NETWORK).where(isFromAround(network)));
  await drop(await beyond(IN_ALL));
}

/** Matches the widest network that one customer has: a /48 of IPv6 contains 65,536 of the stored blocks. */
function isFromAround(network: string): SQL {
  const widest = networksOf(network).at(-1) ?? network;
  const { network: column } = pendingSignUps;
  return widest === network ? eq(column, network) : like(column, `${widest}:%`);
}

/** The links of a sign-up expire earlier than the sign-up itself. */
function newSignUpLink(clock: Clock) {
  const { token, link } = newLink(clock, LINK_VALID_FOR_MS['verify-email']);
  const { tokenHash, createdAt, expiresAt } = link;
  return { token, link: { tokenHash, linkMadeAt: createdAt, linkExpiresAt: expiresAt } };
}

/** Replaces the link of a sign-up. Returns `undefined` if the sign-up has expired. */
export async function renewPendingLink(
  tx: Database,
  clock: Clock,
  id: string,
): Promise<string | undefined> {
  const { token, link } = newSignUpLink(clock);
  const renewed = await tx
    .update(pendingSignUps)
    .set(link)
    .where(and(eq(pendingSignUps.id, id), gt(pendingSignUps.expiresAt, clock.now())))
    .returning({ id: pendingSignUps.id });
  return renewed.length > 0 ? token : undefined;
}

/** Returns the newest sign-up with this address and password. Takes the same time whether or not one exists. */
export async function findPendingByPassword(
  db: Database,
  auth: Auth,
  clock: Clock,
  email: string,
  password: string,
): Promise<PendingSignUp | undefined> {
  const proof = await pendingPasswordProof(auth, email, password);
  const found = await db
    .select()
    .from(pendingSignUps)
    .where(and(eq(pendingSignUps.email, email), gt(pendingSignUps.expiresAt, clock.now())))
    .orderBy(desc(pendingSignUps.createdAt), desc(pendingSignUps.id));
  const match = found.find(
    ({ passwordProof }) => passwordProof !== null && isSameProof(passwordProof, proof),
  );
  if (match) return match;
  // An address has at most one sign-up from before the proofs were introduced.
  const older = found.find(({ passwordProof }) => passwordProof === null);
  return older && (await isPasswordHash(auth, older.passwordHash, password)) ? older : undefined;
}

export async function findPendingByLink(
  db: Database,
  clock: Clock,
  token: string,
): Promise<PendingSignUp | undefined> {
  const [found] = await db.select().from(pendingSignUps).where(ofLink(clock, token));
  return found;
}

/** Deletes and returns the sign-up of this link. A concurrent second request gets `undefined`. */
export async function takePendingByLink(
  tx: Database,
  clock: Clock,
  token: string,
): Promise<PendingSignUp | undefined> {
  const found = await findPendingByLink(tx, clock, token);
  if (!found) return undefined;
  await lockAddress(tx, found.email);
  const [taken] = await tx.delete(pendingSignUps).where(ofLink(clock, token)).returning();
  return taken;
}

export async function takePending(
  tx: Database,
  clock: Clock,
  id: string,
): Promise<PendingSignUp | undefined> {
  // The id is compared as text, because ids of accounts, which need not be UUIDs, arrive here too.
  const isIt = and(
    eq(sql`${pendingSignUps.id}::text`, id),
    gt(pendingSignUps.expiresAt, clock.now()),
  );
  const [found] = await tx.select({ email: pendingSignUps.email }).from(pendingSignUps).where(isIt);
  if (!found) return undefined;
  await lockAddress(tx, found.email);
  const [taken] = await tx.delete(pendingSignUps).where(isIt).returning();
  return taken;
}

export function countPending(db: Database, clock: Clock, email: string): Promise<number> {
  return db.$count(
    pendingSignUps,
    and(eq(pendingSignUps.email, email), gt(pendingSignUps.expiresAt, clock.now())),
  );
}

/** Lifts the throttle on new links, so that the owner's next sign-in attempt sends one. */
export async function allowNewLinks(tx: Database, email: string): Promise<void> {
  await tx.update(pendingSignUps).set({ linkMadeAt: null }).where(eq(pendingSignUps.email, email));
}

/** Deletes all sign-ups of an address that now has an account or is being erased. Returns their number. */
export async function endPendingSignUps(tx: Database, email: string): Promise<number> {
  const ended = await tx
    .delete(pendingSignUps)
    .where(eq(pendingSignUps.email, email))
    .returning({ id: pendingSignUps.id });
  return ended.length;
}

/** Returns an empty list instead of a zero. */
export async function countSignUps(db: Database, email: string): Promise<Counted[]> {
  const number = await db.$count(pendingSignUps, eq(pendingSignUps.email, email));
  return number > 0 ? [{ noun: 'sign-up', number }] : [];
}

/** Exports sign-ups for the owner of the address, without passwords and links. */
export function exportPendingSignUps(db: Database, email: string) {
  return db
    .select({
      name: pendingSignUps.fullName,
      askedForRole: pendingSignUps.requestedRole,
      askedAt: pendingSignUps.createdAt,
      browser: pendingSignUps.browser,
      network: pendingSignUps.network,
      keptUntil: pendingSignUps.expiresAt,
    })
    .from(pendingSignUps)
    .where(eq(pendingSignUps.email, email))
    .orderBy(asc(pendingSignUps.createdAt), asc(pendingSignUps.id));
}

function ofLink(clock: Clock, token: string) {
  const now = clock.now();
  return and(
    eq(pendingSignUps.tokenHash, hashSecret(token)),
    gt(pendingSignUps.linkExpiresAt, now),
    gt(pendingSignUps.expiresAt, now),
  );
}

/** Deletes pending sign-ups with an email address, and replaces the address in the audit log with its hash. */
export async function eraseSignUps(
  tx: Database,
  _after: unknown,
  _appContext: unknown,
  email: string,
): Promise<Erased> {
  await lockAddress(tx, email);
  const signUps = await endPendingSignUps(tx, email);
  const mentions = await keySubjectsOf(tx, email);
  return {
    wasHeld: signUps + mentions > 0,
    gone: [
      ...(signUps > 0 ? [accountMessage('accounts.sign-ups-erased', { count: signUps })] : []),
      ...(mentions > 0 ? [accountMessage('accounts.mentions-erased', { count: mentions })] : []),
    ],
  };
}

/**
 * Derives a value that identifies a password among the pending sign-ups of an address. The salt is shared per
 * address, so that a sign-in costs one derivation: the time reveals nothing, and strangers cannot make sign-ins
 * slow.
 */
export async function pendingPasswordProof(
  auth: Auth,
  email: string,
  password: string,
): Promise<string> {
  const { secret } = await auth.$context;
  const salt = `pending sign-up ${secret} ${email}`;
  const proof = await auth.hashInLine(() => derive(password.normalize('NFKC'), salt, 32, COST));
  return proof.toString('base64url');
}

function isSameProof(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
