import { browserStorage, loadText, saveText } from '../../ui/browser-storage.ts';

const KEY = 'chat_sound';
/** How long the tab that sounds keeps the others from doing it too. */
const ONE_TAB_MS = 3000;

/** Off until the visitor wants it. */
export function hasAnswerSound(): boolean {
  return loadText(browserStorage(), KEY) === 'on';
}

export function setAnswerSound(isOn: boolean): void {
  saveText(browserStorage(), KEY, isOn ? 'on' : '');
}

/** As it is with an answer, for whoever turns it on. */
export async function soundNow(): Promise<void> {
  // Without a connection the answer comes without its sound.
  const chime = await import('../chime.ts').catch(() => null);
  chime?.playChime();
  chime?.tremble();
}

/** Where the visitor wants it, in one of their tabs: whichever gets the lock named after the answer. */
export async function soundForAnswer(conversationId: string, number: number): Promise<void> {
  if (!hasAnswerSound()) return;
  if (!('locks' in navigator)) return soundNow();
  const name = `chat_sound:${conversationId}:${number}`;
  await navigator.locks
    .request(name, { ifAvailable: true }, async (lock) => {
      if (!lock) return;
      await soundNow();
      await new Promise((resolve) => setTimeout(resolve, ONE_TAB_MS));
    })
    // Where locks are forbidden the answer comes without its sound.
    .catch(() => undefined);
}
