import type { ChatWords } from '../protocol/chat-words.ts';
import { VISITOR_SECRET_HEADER } from '../protocol/elsewhere.ts';
import { setDefaultHeader, ApiError, postJson } from '../../platform/api-client.ts';
import { browserStorage, loadText, outlastsPage, saveText } from '../../ui/browser-storage.ts';
import { openLiveConnection } from '../client/live-connection.ts';
import { localOutbox } from '../client/outbox.ts';
import { localDrafts } from '../widget/drafts.ts';
import { httpApi, startChat } from '../widget/visitor-api.ts';
import { browserTools, type VisitorChatTools } from '../widget/visitor-chat-tools.ts';
import { clearStoredChat } from '../widget/stored-chat.ts';

/** The identity in a site's token. It is for display only: the server verifies the signature. */
interface Spoken {
  readonly subject: string | null;
  readonly email: string | null;
}

const NOBODY: Spoken = { subject: null, email: null };

export interface FramePlace {
  readonly host: string;
  readonly section: string | null;
  readonly topicId: string | null;
  /** Returns the current identity token; null if the site sends none. */
  readonly identity: () => string | null;
  readonly keeping: Keeping;
  readonly onStarted: () => void;
}

/**
 * Tells how long this frame keeps its chat: as long as its cookie, until the tab closes, or until the page is
 * left.
 */
export type Keeping = 'cookie' | 'tab' | 'page';

/** The storage key of the visitor's secret in frames without cookies. The embedding page cannot read this storage. */
const SECRET = 'embarka-visitor-secret';

/** The storage key of the visitor id that the site sent last. */
const WHOSE = 'embarka-visitor-of-host';

export function frameTools(words: ChatWords, place: FramePlace): VisitorChatTools {
  const { host, section, topicId, keeping } = place;
  const usual = browserTools(words);
  const storage = storageOf(keeping);
  let secret = keeping === 'cookie' ? '' : loadText(storage, SECRET);
  if (secret !== '') setDefaultHeader(VISITOR_SECRET_HEADER, secret);
  let refused: string | null = null;
  const identity = () => {
    const token = place.identity();
    return token === refused ? null : token;
  };
  return {
    ...usual,
    storage,
    outbox: localOutbox(storage),
    drafts: localDrafts(storage),
    email: readToken(place.identity()).email,
    topicId,
    openLive: (hello, handlers) =>
      openLiveConnection(
        hello.as === 'visitor' && secret !== '' ? { ...hello, secret } : hello,
        handlers,
      ),
    api: {
      ...httpApi,
      async start(chat) {
        const token = identity();
        const elsewhere = {
          host,
          ...(section !== null && { section }),
          ...(token !== null && { identity: token }),
          ...(keeping !== 'cookie' && { keepsNothing: true }),
        };
        try {
          const started = await startChat({ ...chat, elsewhere });
          if (started.secret !== undefined) {
            secret = started.secret;
            saveText(storage, SECRET, secret);
            setDefaultHeader(VISITOR_SECRET_HEADER, started.secret);
          }
          place.onStarted();
          return started.conversation;
        } catch (error) {
          // The site's token was refused, so the visitor must type an email address, and nobody vouches for
          // it.
          if (error instanceof ApiError && error.field === 'email') refused = token;
          throw error;
        }
      },
    },
  };
}

const PROBE = '__Host-embarka_probe';

/** Returns the storage of this frame's chat. Memory replaces blocked storage. */
export function storageOf(keeping: Keeping): Storage {
  return browserStorage(keeping === 'cookie' ? 'localStorage' : 'sessionStorage');
}

/**
 * Finds out how long this frame keeps its chat. A cookie alone does not suffice: without storage, the frame
 * cannot tell whether the cookie belongs to the visitor whom the site has in front of it now.
 */
export function findKeeping(): Keeping {
  if (keepsCookies() && outlastsPage('localStorage')) return 'cookie';
  return outlastsPage('sessionStorage') ? 'tab' : 'page';
}

/** True if a cookie of this frame outlives its page. */
function keepsCookies(): boolean {
  try {
    const attributes = 'Path=/; Secure; SameSite=None; Partitioned';
    document.cookie = `${PROBE}=1; Max-Age=60; ${attributes}`;
    const isSaved = document.cookie.includes(`${PROBE}=1`);
    document.cookie = `${PROBE}=; Max-Age=0; ${attributes}`;
    return isSaved;
  } catch {
    return false;
  }
}

/**
 * Leaves the stored chat if the site names another visitor than before, or none. This browser can then no
 * longer open that chat here.
 */
export async function leaveChatOfAnother(token: string | null, keeping: Keeping): Promise<void> {
  const storage = storageOf(keeping);
  const { subject } = readToken(token);
  const before = loadText(storage, WHOSE);
  const mayHaveOldCookie = keeping !== 'cookie' && keepsCookies();
  if (mayHaveOldCookie) await postJson('/widget/leave', {});
  if (before !== '' && before !== subject) {
    await postJson('/widget/leave', {});
    clearStoredChat(storage);
    saveText(storage, SECRET, '');
    const drafts = localDrafts(storage);
    drafts.save(null, '');
    drafts.saveHeld([]);
  }
  saveText(storage, WHOSE, subject ?? '');
}

export function readToken(token: string | null): Spoken {
  try {
    const payload = (token?.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(payload), (letter) => letter.codePointAt(0) ?? 0);
    const { sub, email } = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
    return {
      subject: typeof sub === 'string' && sub !== '' ? sub : null,
      email: typeof email === 'string' && email.includes('@') ? email : null,
    };
  } catch {
    return NOBODY;
  }
}
