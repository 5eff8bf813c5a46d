import { t } from '../../i18n/translate.ts';
import { postJson } from '../../platform/api-client.ts';
import type { InboxEntry } from '../protocol/views.ts';
import type { UndoToast } from './toast.ts';

interface InboxActionsOptions {
  /** Shows an error; resolves to false when there was one. */
  attempt(work: Promise<unknown>): Promise<boolean>;
  refresh(visitorId: string): Promise<void>;
  /** Shows an undo toast, which replaces an earlier undo toast about the same visitor. */
  offer(toast: UndoToast): void;
}

export type About = Pick<InboxEntry, 'visitorId' | 'email'>;

export class InboxActions {
  readonly #options: InboxActionsOptions;
  readonly #undoing = new Map<string, () => Promise<unknown>>();

  constructor(options: InboxActionsOptions) {
    this.#options = options;
  }

  /** Resolves the conversation, or reopens a resolved conversation. */
  async toggleResolved(inboxEntry: InboxEntry): Promise<void> {
    const { conversationId, visitorId } = inboxEntry;
    if (!conversationId) return;
    if (inboxEntry.state === 'resolved') await this.reopen(conversationId);
    else await this.#resolve(inboxEntry, conversationId);
    await this.#options.refresh(visitorId);
  }

  async reopen(conversationId: string): Promise<boolean> {
    return this.#post(conversationId, 'completed', { isCompleted: false });
  }

  /** Snoozes the conversation until `until` or until the visitor writes; null ends the snooze. */
  async snooze(inboxEntry: InboxEntry, until: Date | null): Promise<void> {
    const { conversationId, visitorId } = inboxEntry;
    if (!conversationId) return;
    const put = async (time: Date | null) => {
      const isDone = await this.#post(conversationId, 'snoozed', {
        until: time?.toISOString() ?? null,
      });
      await this.#options.refresh(visitorId);
      return isDone;
    };
    if ((await put(until)) && until) this.offer(t('Snoozed'), inboxEntry, () => put(null));
  }

  async needNoAnswer({ conversationId, lastNumber, state, visitorId }: InboxEntry): Promise<void> {
    if (!conversationId || state !== 'waiting') return;
    await this.#post(conversationId, 'no-answer-needed', { number: lastNumber });
    await this.#options.refresh(visitorId);
  }

  async undo(toastId: string): Promise<void> {
    const undoing = this.#undoing.get(toastId);
    this.#undoing.delete(toastId);
    await undoing?.();
  }

  async #resolve(inboxEntry: InboxEntry, conversationId: string): Promise<void> {
    let completed: readonly string[] = [];
    await this.#options.attempt(
      postJson<{ completed: string[] }>(pathOf(conversationId, 'completed'), {
        isCompleted: true,
      }).then((answer) => {
        completed = answer.completed;
      }),
    );
    if (completed.length === 0) return;
    this.offer(t('Resolved'), inboxEntry, async () => {
      await this.#post(conversationId, 'completed', { isCompleted: false, undo: completed });
      await this.#options.refresh(inboxEntry.visitorId);
    });
  }

  offer(text: string, { visitorId, email }: About, undo: () => Promise<unknown>): void {
    const id = crypto.randomUUID();
    this.#undoing.set(id, undo);
    this.#options.offer({ kind: 'undo', id, visitorId, email, text });
  }

  #post(conversationId: string, what: string, body: object): Promise<boolean> {
    return this.#options.attempt(postJson(pathOf(conversationId, what), body));
  }
}

const pathOf = (conversationId: string, what: string) =>
  `/agentchat/conversations/${conversationId}/${what}`;
