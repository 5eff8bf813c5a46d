import type { InboxGround } from './inbox-state.ts';
import { addToast, type Toast, type UndoToast } from './toast.ts';

export class DeskToasts {
  readonly #ground: InboxGround;

  constructor(ground: InboxGround) {
    this.#ground = ground;
  }

  /** Returns false when the toast is already visible. */
  show(toast: Toast): boolean {
    const toasts = addToast(this.#ground.state.toasts, toast);
    if (toasts) this.#ground.change({ toasts });
    return toasts !== undefined;
  }

  /** Two undo toasts about one visitor would contradict each other, so the last one replaces the first. */
  offer(offered: UndoToast): void {
    this.#keep((toast) => toast.kind !== 'undo' || toast.visitorId !== offered.visitorId);
    this.show(offered);
  }

  dismiss(id: string): void {
    this.#keep((toast) => toast.id !== id);
  }

  /** The visitor's conversation is visible now, so toasts about new messages are obsolete. */
  dropMessagesOf(visitorId: string): void {
    this.#keep((toast) => toast.kind !== 'new message' || toast.visitorId !== visitorId);
  }

  #keep(isPinned: (toast: Toast) => boolean): void {
    this.#ground.change({ toasts: this.#ground.state.toasts.filter(isPinned) });
  }
}
