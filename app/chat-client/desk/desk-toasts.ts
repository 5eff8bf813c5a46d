import type { InboxGround } from './inbox-state.ts';
import { addToast, type Toast, type UndoToast } from './toast.ts';

/** What the dashboard says for a few seconds. */
export class DeskToasts {
  readonly #ground: InboxGround;

  constructor(ground: InboxGround) {
    this.#ground = ground;
  }

  /** False when it is shown already. */
  show(toast: Toast): boolean {
    const toasts = addToast(this.#ground.state.toasts, toast);
    if (toasts) this.#ground.change({ toasts });
    return toasts !== undefined;
  }

  /** Two offers about one visitor would contradict each other: the last one counts. */
  offer(offered: UndoToast): void {
    this.#keep((toast) => toast.kind !== 'undo' || toast.visitorId !== offered.visitorId);
    this.show(offered);
  }

  dismiss(id: string): void {
    this.#keep((toast) => toast.id !== id);
  }

  /** Their thread is in sight now. */
  dropMessagesOf(visitorId: string): void {
    this.#keep((toast) => toast.kind !== 'new message' || toast.visitorId !== visitorId);
  }

  #keep(isKept: (toast: Toast) => boolean): void {
    this.#ground.change({ toasts: this.#ground.state.toasts.filter(isKept) });
  }
}
