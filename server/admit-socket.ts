import * as v from 'valibot';
import { scopesOf, type Viewer } from '../app/chat/server/access.server.ts';
import {
  readListeners,
  readListenersForBrowser,
  readListenersOf,
} from '../app/chat/server/read/read-listeners.server.ts';
import {
  cookieOfSecret,
  readSecretHash,
} from '../app/chat/server/messages/visitor-browser.server.ts';
import { CONVERSATION_ID } from '../app/chat/protocol/rules.ts';
import type { Database } from '../app/platform/db/database.server.ts';
import type { Settings } from '../app/platform/settings.server.ts';
import type { Auth } from '../app/accounts/server/sign-in/auth.server.ts';
import { requiresSecondFactor } from '../app/accounts/server/factors/requires-second-factor.ts';
import { findMember } from '../app/accounts/server/members/find-member.server.ts';
import {
  readOpenSession,
  readOpenSessions,
  type OpenSession,
} from '../app/accounts/server/sessions/sessions.server.ts';
import { Holdings } from './connection-limits.ts';
import { TOO_MANY_SOCKETS } from './live-limits.ts';
import { room, type LiveSocket } from './live-rooms.ts';

const handshake = v.variant('as', [
  v.object({
    as: v.literal('visitor'),
    conversationId: v.pipe(v.string(), v.regex(CONVERSATION_ID)),
    /** Used by a browser that keeps no cookies in a frame. */
    secret: v.optional(v.pipe(v.string(), v.maxLength(64))),
  }),
  v.object({ as: v.literal('agent') }),
]);

interface AdmissionOptions {
  readonly db: Database;
  readonly auth: Auth;
  readonly settings: Pick<Settings, 'origin'>;
  readonly secondFactorFor: () => Settings['secondFactorFor'];
}

/** Clients take this to mean that their session or secret is gone. */
const REFUSED = 'refused';

export class Admission {
  readonly #db: Database;
  readonly #auth: Auth;
  readonly #origin: string;
  readonly #secondFactorFor: () => Settings['secondFactorFor'];
  readonly #socketsPerOwner: number;
  readonly #held = new Holdings();

  constructor({ db, auth, settings, secondFactorFor }: AdmissionOptions, socketsPerOwner: number) {
    this.#db = db;
    this.#auth = auth;
    this.#origin = settings.origin;
    this.#secondFactorFor = secondFactorFor;
    this.#socketsPerOwner = socketsPerOwner;
  }

  /** Joins the rooms that the socket may hear; returns the reason when it may hear none. */
  async admit(socket: LiveSocket): Promise<string | undefined> {
    const hello = v.safeParse(handshake, socket.handshake.auth);
    if (!hello.success) return REFUSED;
    const cookie = socket.handshake.headers.cookie ?? '';
    return hello.output.as === 'visitor'
      ? this.#admitVisitor(
          socket,
          hello.output.secret === undefined ? cookie : cookieOfSecret(hello.output.secret),
          hello.output.conversationId,
        )
      : this.#admitMember(socket, cookie);
  }

  async #admitVisitor(
    socket: LiveSocket,
    cookie: string,
    conversationId: string,
  ): Promise<string | undefined> {
    const secretHash = readSecretHash(this.#origin, cookie);
    if (secretHash === undefined) return REFUSED;
    const found = await readListenersForBrowser(this.#db, { secretHash, conversationId });
    if (!found) return REFUSED;
    const { browserId } = found;
    const viewer: Viewer = { kind: 'browser', browserId };
    if (!this.#hold(socket, `browser ${browserId}`)) return TOO_MANY_SOCKETS;
    socket.data.viewer = viewer;
    socket.data.conversationId = conversationId;
    await socket.join(room.conversation(conversationId));
    return undefined;
  }

  async #admitMember(socket: LiveSocket, cookie: string): Promise<string | undefined> {
    const session = await findMember(this.#db, this.#auth, new Headers({ cookie }));
    if (!session || requiresSecondFactor(session, this.#secondFactorFor(), new Date()))
      return REFUSED;
    const { sessionId: id, expiresAt, member } = session;
    if (!this.#hold(socket, `session ${id}`)) return TOO_MANY_SOCKETS;
    socket.data.viewer = { kind: 'member', member };
    socket.data.session = { id, expiresAt };
    await socket.join([
      room.agent(member.id),
      room.session(id),
      ...scopesOf(member)
        .filter((view) => view !== 'mine')
        .map(room.view),
    ]);
    return undefined;
  }

  /** Counts the socket for its owner until its connection closes, admitted or not. */
  #hold(socket: LiveSocket, owner: string): boolean {
    if (!this.#held.take(owner, this.#socketsPerOwner)) return false;
    socket.conn.once('close', () => this.#held.release(owner));
    return true;
  }

  /**
   * Authorizes a new socket a second time: a change during its handshake, on another process or in
   * the database alone, has not reached it. Closes the socket if it may hear nothing any more.
   */
  async closeUnlessStillAdmitted(socket: LiveSocket): Promise<void> {
    const { viewer, conversationId = '', session } = socket.data;
    const isAdmitted =
      viewer.kind === 'browser'
        ? (await readListenersOf(this.#db, conversationId))?.browserId === viewer.browserId
        : this.#isStillIn(viewer, await readOpenSession(this.#db, session?.id ?? ''));
    if (!isAdmitted) socket.disconnect(true);
  }

  async closeUnlessAdmitted(sockets: readonly LiveSocket[]): Promise<void> {
    const conversationIds = sockets.flatMap(({ data }) => data.conversationId ?? []);
    const sessionIds = sockets.flatMap(({ data }) => data.session?.id ?? []);
    const listeners = await readListeners(this.#db, [...new Set(conversationIds)]);
    const sessions = await readOpenSessions(this.#db, [...new Set(sessionIds)]);
    for (const socket of sockets) {
      const { viewer, conversationId = '', session } = socket.data;
      const isAdmitted =
        viewer.kind === 'browser'
          ? listeners.get(conversationId)?.browserId === viewer.browserId
          : this.#isStillIn(viewer, sessions.get(session?.id ?? ''));
      if (!isAdmitted) socket.disconnect(true);
    }
  }

  /** Requires the role at connection time, and that no second factor has become necessary since. */
  #isStillIn({ member }: Viewer & { kind: 'member' }, session: OpenSession | undefined): boolean {
    if (session?.member.role !== member.role) return false;
    return !requiresSecondFactor(session, this.#secondFactorFor(), new Date());
  }
}
